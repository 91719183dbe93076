/**
 * A recorded search, seen at any of its steps.
 *
 * Nothing is replayed: every node keeps the steps at which something happened to it, so the lists and
 * the tree of step k are read off directly and going back costs what going forward does.
 */

/**
 * One step as the service sends it.
 * @typedef {object} TraceEvent
 * @property {number} n
 * @property {'expand' | 'generate' | 'duplicate' | 'prune' | 'goal'} type
 * @property {number} node
 * @property {number} [parent]
 * @property {string} [move]
 * @property {string} board
 * @property {number} g
 * @property {number} h
 * @property {number} f
 * @property {number} open
 * @property {number} closed
 * @property {string} [why]
 * @property {number} [line]
 */

/**
 * Where a node stands: not made yet, waiting, on the path of a depth-first search, expanded, left out
 * by a limit, or the goal that was taken.
 * @typedef {'unborn' | 'open' | 'active' | 'closed' | 'pruned' | 'goal'} Standing
 */

/**
 * @typedef {object} TraceNode
 * @property {number} id
 * @property {string} board
 * @property {number} parent      -1 at a start
 * @property {string} move        '' at a start
 * @property {number} g
 * @property {number} h
 * @property {number} f
 * @property {number} born        the step that made it, counted from 1
 * @property {number} round       which iteration of iterative deepening, from 0
 * @property {Mark[]} marks
 */

/**
 * What a step made of a node, with the values it had from then on.
 * @typedef {{ at: number, standing: Standing, parent: number, g: number, f: number }} Mark
 */

/** @typedef {{ start: number, limit: number }} Round */

/** @typedef {'lists' | 'deepening' | 'walk'} Family */

/** @typedef {'first-in' | 'last-in' | 'least-f'} Order */

/** How each algorithm keeps its nodes, and which of them it takes next. */
export const KEEPING = /** @type {Record<string, { family: Family, order: Order }>} */ ({
  bfs: { family: 'lists', order: 'first-in' },
  dfs: { family: 'lists', order: 'last-in' },
  ucs: { family: 'lists', order: 'least-f' },
  greedy: { family: 'lists', order: 'first-in' },
  astar: { family: 'lists', order: 'least-f' },
  wastar: { family: 'lists', order: 'least-f' },
  ida: { family: 'deepening', order: 'last-in' },
  iddfs: { family: 'deepening', order: 'last-in' },
});

/** The entry of an algorithm, by its name or its full text (`astar:heuristic=zero`). */
export function keepingOf(/** @type {string} */ algorithm) {
  const name = algorithm.split(/[:/]/)[0] ?? '';
  return KEEPING[name] ?? { family: /** @type {Family} */ ('walk'), order: /** @type {Order} */ ('last-in') };
}

export class TracePlayer {
  /**
   * @param {TraceEvent[]} events
   * @param {string} algorithm
   */
  constructor(events, algorithm) {
    this.events = events;
    this.algorithm = algorithm.split(/[:/]/)[0] ?? algorithm;
    const keeping = keepingOf(algorithm);
    /** @type {Family} */
    this.family = keeping.family;
    /** @type {Order} */
    this.order = keeping.order;
    /** @type {TraceNode[]} */
    this.nodes = [];
    /** @type {Round[]} */
    this.rounds = [];
    /** Nodes expanded and made after each step; index 0 is before the first. */
    this.expanded = new Uint32Array(events.length + 1);
    this.generated = new Uint32Array(events.length + 1);
    /** Deepest node made so far, and the number of nodes made so far. */
    this.deepest = new Uint32Array(events.length + 1);
    this.#read();
  }

  /** The number of steps. */
  get length() {
    return this.events.length;
  }

  #read() {
    /** @type {number[]} nodes on the path of a depth-first search, from the start */
    const path = [];
    let leastCut = Infinity;
    for (const [index, event] of this.events.entries()) {
      const at = index + 1;
      if (event.parent === undefined && this.family === 'deepening') {
        const limit = this.rounds.length === 0 ? event.f : leastCut;
        for (const id of path.splice(0)) this.#mark(id, at, 'closed');
        this.rounds.push({ start: at, limit });
        leastCut = Infinity;
      } else if (this.rounds.length === 0) {
        this.rounds.push({ start: at, limit: event.f });
      }
      this.#meet(event, at);
      this.#standing(event, at, path);
      if (event.type === 'prune') leastCut = Math.min(leastCut, event.f);
      const made = this.family === 'lists' ? event.type === 'generate' || at === 1 : event.type !== 'duplicate';
      this.expanded[at] = this.#before(this.expanded, at) + (event.type === 'expand' ? 1 : 0);
      this.generated[at] = this.#before(this.generated, at) + (made ? 1 : 0);
      this.deepest[at] = Math.max(this.#before(this.deepest, at), event.g);
    }
  }

  #before(/** @type {Uint32Array} */ counts, /** @type {number} */ at) {
    return counts[at - 1] ?? 0;
  }

  /** Notes a node when it is first met. */
  #meet(/** @type {TraceEvent} */ event, /** @type {number} */ at) {
    if (this.nodes[event.node]) return;
    this.nodes[event.node] = {
      id: event.node,
      board: event.board,
      parent: event.parent ?? -1,
      move: event.move ?? '',
      g: event.g,
      h: event.h,
      f: event.f,
      born: at,
      round: Math.max(0, this.rounds.length - 1),
      marks: [],
    };
  }

  #standing(/** @type {TraceEvent} */ event, /** @type {number} */ at, /** @type {number[]} */ path) {
    const { node, type } = event;
    const parent = event.parent ?? -1;
    if (type === 'duplicate') return;
    if (this.family !== 'lists') {
      // The path ends above a node as deep as this one.
      for (const id of path.splice(event.g)) this.#mark(id, at, 'closed');
      if (type !== 'prune') path.push(node);
    }
    const standing = /** @type {Record<string, Standing>} */ ({
      expand: this.family === 'lists' ? 'closed' : 'active',
      generate: 'open',
      prune: 'pruned',
      goal: 'goal',
    })[type];
    this.nodes[node]?.marks.push({ at, standing: standing ?? 'open', parent, g: event.g, f: event.f });
  }

  #mark(/** @type {number} */ id, /** @type {number} */ at, /** @type {Standing} */ standing) {
    const node = this.nodes[id];
    const last = node?.marks.at(-1);
    if (node && last) node.marks.push({ ...last, at, standing });
  }

  /**
   * The last mark of a node up to a step; none if it was not made by then.
   * @param {number} id
   * @param {number} step
   */
  markAt(id, step) {
    const marks = this.nodes[id]?.marks ?? [];
    for (let i = marks.length - 1; i >= 0; i--) {
      const mark = marks[i];
      if (mark && mark.at <= step) return mark;
    }
    return undefined;
  }

  /**
   * Where a node stands after a step.
   * @param {number} id
   * @param {number} step
   * @returns {Standing}
   */
  standingAt(id, step) {
    return this.markAt(id, step)?.standing ?? 'unborn';
  }

  /** Which iteration a step belongs to. */
  roundAt(/** @type {number} */ step) {
    let round = 0;
    while ((this.rounds[round + 1]?.start ?? Infinity) <= step) round++;
    return round;
  }

  /**
   * The waiting nodes after a step, the one to be taken next first.
   * @param {number} step
   * @returns {TraceNode[]}
   */
  openAt(step) {
    if (this.family !== 'lists') return [];
    /** @type {{ node: TraceNode, mark: Mark }[]} */
    const open = [];
    for (const node of this.nodes) {
      if (!node || node.born > step) continue;
      const mark = this.markAt(node.id, step);
      if (mark?.standing === 'open') open.push({ node, mark });
    }
    const { order, algorithm } = this;
    open.sort((a, b) => {
      if (order === 'last-in') return b.mark.at - a.mark.at;
      if (order === 'least-f' || algorithm === 'greedy') {
        const byF = a.mark.f - b.mark.f;
        if (byF !== 0) return byF;
      }
      if (order === 'least-f' && a.mark.g !== b.mark.g) return b.mark.g - a.mark.g;
      return a.mark.at - b.mark.at;
    });
    return open.map(({ node, mark }) => (mark.g === node.g ? node : { ...node, g: mark.g, f: mark.f, parent: mark.parent }));
  }

  /**
   * Entries of the open list that a shorter way to their state has overtaken; the search drops them when
   * their turn comes, which no step tells.
   * @param {number} step
   */
  outdatedAt(step) {
    const event = this.events[step - 1];
    return event && this.family === 'lists' ? event.open - this.openAt(step).length : 0;
  }

  /**
   * The expanded nodes after a step, the latest first.
   * @param {number} step
   * @returns {TraceNode[]}
   */
  closedAt(step) {
    const closed = [];
    for (let i = Math.min(step, this.length) - 1; i >= 0; i--) {
      const event = this.events[i];
      if (event?.type !== 'expand' || event.node === undefined) continue;
      const mark = this.markAt(event.node, step);
      if (mark && mark.at === i + 1) closed.push(this.nodes[event.node]);
    }
    return /** @type {TraceNode[]} */ (closed);
  }

  /**
   * The node a step is about and those above it, from the start.
   * @param {number} step
   * @returns {TraceNode[]}
   */
  pathAt(step) {
    const event = this.events[step - 1];
    return event ? this.pathTo(event.node, step) : [];
  }

  /**
   * The way from the start to a node, as known after a step.
   * @param {number} id
   * @param {number} step
   * @returns {TraceNode[]}
   */
  pathTo(id, step) {
    const path = [];
    for (let at = id; at >= 0; at = this.markAt(at, step)?.parent ?? -1) {
      const node = this.nodes[at];
      if (!node) break;
      path.push(node);
    }
    return path.reverse();
  }

  /**
   * The next step that takes a node, counted from 1; 0 if there is none.
   * @param {number} step
   */
  nextTaken(step) {
    for (let i = step; i < this.length; i++) {
      const type = this.events[i]?.type;
      if (type === 'expand' || type === 'goal') return i + 1;
    }
    return 0;
  }

  /**
   * The numbers after a step.
   * @param {number} step
   */
  countsAt(step) {
    const event = this.events[step - 1];
    const round = this.rounds[this.roundAt(step)];
    const deepening = this.family === 'deepening';
    const onPath = event ? event.g + 1 : 0;
    const open = event && this.family === 'lists' ? event.open : deepening ? onPath : 0;
    const closed = event && this.family === 'lists' ? event.closed : 0;
    return {
      expanded: this.expanded[step] ?? 0,
      generated: this.generated[step] ?? 0,
      open,
      closed,
      depth: event?.g ?? 0,
      deepest: this.deepest[step] ?? 0,
      limit: deepening ? round?.limit : undefined,
      round: this.roundAt(step),
      kept: deepening ? onPath : open + closed,
    };
  }

  /**
   * The node taken next and up to `others` wrong answers to the question which it is, shuffled by
   * `random`; empty if no node is taken any more.
   * @param {number} step
   * @param {number} others
   * @param {() => number} random
   * @returns {{ answer: number, choices: TraceNode[] }}
   */
  quizAt(step, others, random) {
    const taken = this.nextTaken(step);
    const answer = this.events[taken - 1]?.node ?? -1;
    const right = this.nodes[answer];
    if (!right) return { answer: -1, choices: [] };
    const wrong = this.#distractors(step, taken).filter((node) => node.id !== answer && node.board !== right.board);
    const choices = [right, ...wrong.slice(0, others)];
    for (let i = choices.length - 1; i > 0; i--) {
      const j = Math.floor(random() * (i + 1));
      const [a, b] = [choices[i], choices[j]];
      if (a && b) [choices[i], choices[j]] = [b, a];
    }
    return { answer, choices };
  }

  /** Nodes that could be mistaken for the next: waiting ones, or neighbours of the path. */
  #distractors(/** @type {number} */ step, /** @type {number} */ taken) {
    if (this.family === 'lists') {
      // All of the expanded node's children have to be there before the next is chosen.
      const open = this.openAt(taken - 1);
      return [...open.slice(0, 2), ...open.slice(-2).reverse()].filter((node, i, all) => all.indexOf(node) === i);
    }
    const onPath = new Set(this.pathAt(step).map((node) => node.id));
    const round = this.roundAt(taken);
    return this.nodes.filter((node) => node?.round === round && onPath.has(node.parent) && !onPath.has(node.id)).reverse();
  }
}
