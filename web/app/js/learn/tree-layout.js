/**
 * Where the nodes of a tree go: parents centred above their children, subtrees as close as they fit.
 *
 * The contour method of E. Reingold and J. Tilford, *Tidier Drawings of Trees*, 1981. Outlines are kept deepest level
 * first and the shorter of two is merged into the longer, so the work is linear in the number of nodes;
 * there is no recursion, since depth-first trees are thousands of levels deep.
 */

/** The outline of a subtree on one side: x of each level, deepest first, all moved by `shift`. */
class Contour {
  constructor() {
    /** @type {number[]} */
    this.levels = [];
    this.shift = 0;
  }

  get height() {
    return this.levels.length;
  }

  /** x at a level counted from the top of the subtree. */
  at(/** @type {number} */ level) {
    return (this.levels[this.levels.length - 1 - level] ?? 0) + this.shift;
  }

  set(/** @type {number} */ level, /** @type {number} */ x) {
    this.levels[this.levels.length - 1 - level] = x - this.shift;
  }

  /** Adds a level on top. */
  push(/** @type {number} */ x) {
    this.levels.push(x - this.shift);
  }
}

/** Puts the top levels of `top` over those of a taller `under`. */
function overlay(/** @type {Contour} */ under, /** @type {Contour} */ top) {
  for (let level = 0; level < top.height; level++) under.set(level, top.at(level));
  return under;
}

/**
 * Lays a forest out. `parents[i]` is the parent of node i, smaller than i, or -1; every node is one unit
 * wide and one level high.
 * @param {ArrayLike<number>} parents
 * @returns {{ x: Float64Array, depth: Int32Array, left: number, right: number, height: number }}
 */
export function layoutTree(parents) {
  const count = parents.length;
  const depth = new Int32Array(count);
  /** @type {number[][]} */
  const children = Array.from({ length: count }, () => []);
  /** @type {number[]} */
  const roots = [];
  for (let i = 0; i < count; i++) {
    const parent = parents[i] ?? -1;
    depth[i] = parent < 0 ? 0 : (depth[parent] ?? 0) + 1;
    (parent < 0 ? roots : children[parent])?.push(i);
  }
  // 1. From the leaves up: each node's place beside its parent.
  const beside = new Float64Array(count);
  /** @type {({ left: Contour, right: Contour } | undefined)[]} */
  const outlines = new Array(count);
  for (let i = count - 1; i >= 0; i--) {
    const outline = join(children[i] ?? [], beside, outlines);
    outline.left.push(0);
    outline.right.push(0);
    outlines[i] = outline;
  }
  join(roots, beside, outlines);
  // 2. From the roots down: the places themselves.
  const x = new Float64Array(count);
  let [left, right, height] = [0, 0, 0];
  for (let i = 0; i < count; i++) {
    const parent = parents[i] ?? -1;
    const at = (parent < 0 ? 0 : (x[parent] ?? 0)) + (beside[i] ?? 0);
    x[i] = at;
    left = Math.min(left, at);
    right = Math.max(right, at);
    height = Math.max(height, depth[i] ?? 0);
  }
  return { x, depth, left, right, height };
}

/**
 * Sets siblings side by side, centred on 0, and gives their common outline.
 * @param {number[]} siblings
 * @param {Float64Array} beside
 * @param {({ left: Contour, right: Contour } | undefined)[]} outlines
 */
function join(siblings, beside, outlines) {
  /** @type {{ left: Contour, right: Contour } | undefined} */
  let all;
  for (const node of siblings) {
    const own = outlines[node];
    outlines[node] = undefined;
    if (!own) continue;
    if (!all) {
      all = own;
      continue;
    }
    let distance = 0;
    const common = Math.min(all.right.height, own.left.height);
    for (let level = 0; level < common; level++) {
      distance = Math.max(distance, all.right.at(level) - own.left.at(level) + 1);
    }
    beside[node] = distance;
    own.left.shift += distance;
    own.right.shift += distance;
    all = {
      left: all.left.height >= own.left.height ? all.left : overlay(own.left, all.left),
      right: own.right.height >= all.right.height ? own.right : overlay(all.right, own.right),
    };
  }
  if (!all) return { left: new Contour(), right: new Contour() };
  const middle = (beside[siblings.at(-1) ?? 0] ?? 0) / 2;
  for (const node of siblings) beside[node] = (beside[node] ?? 0) - middle;
  all.left.shift -= middle;
  all.right.shift -= middle;
  return all;
}
