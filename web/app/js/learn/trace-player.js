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

/** How each algorithm keeps its nodes, and which of them it takes next. @type {Record<string, { family: Family, order: Order }>} */
const KEEPING = {
  bfs: { family: 'lists', order: 'first-in' },
  dfs: { family: 'lists', order: 'last-in' },
  ucs: { family: 'lists', order: 'least-f' },
  greedy: { family: 'lists', order: 'first-in' },
  astar: { family: 'lists', order: 'least-f' },
  wastar: { family: 'lists', order: 'least-f' },
  ida: { family: 'deepening', order: 'last-in' },
  iddfs: { family: 'deepening', order: 'last-in' },
};

/** The name of an algorithm in its full text (`astar:heuristic=zero`). @param {string} algorithm */
const nameOf = (algorithm) => algorithm.split(/[:/]/)[0];

/** How an algorithm keeps its nodes. @param {string} algorithm @returns {{ family: Family, order: Order }} */
export const keepingOf = (algorithm) => KEEPING[nameOf(algorithm)] ?? { family: 'walk', order: 'last-in' };

export class TracePlayer {
  /** @type {TraceNode[]} */ nodes = [];
  /** @type {Round[]} */ rounds = [];

  /** @param {TraceEvent[]} events @param {string} algorithm */
  constructor(events, algorithm) {
    this.events = events;
    this.algorithm = nameOf(algorithm);
    this.family = keepingOf(algorithm).family;
    this.order = keepingOf(algorithm).order;
    /** Nodes expanded and made after each step; index 0 is before the first. */
    this.expanded = new Uint32Array(events.length + 1);
    this.generated = new Uint32Array(events.length + 1);
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
      this.expanded[at] = this.expanded[index] + (event.type === 'expand' ? 1 : 0);
      this.generated[at] = this.generated[index] + (made ? 1 : 0);
    }
  }

  /** Notes a node when it is first met. @param {TraceEvent} event @param {number} at */
  #meet({ node: id, board, parent = -1, move = '', g, h, f }, at) {
    this.nodes[id] ??= { id, board, parent, move, g, h, f, born: at, round: Math.max(0, this.rounds.length - 1), marks: [] };
  }

  /** @param {TraceEvent} event @param {number} at @param {number[]} path */
  #standing({ node, type, parent = -1, g, f }, at, path) {
    if (type === 'duplicate') return;
    if (this.family !== 'lists') {
      // The path ends above a node as deep as this one.
      for (const id of path.splice(g)) this.#mark(id, at, 'closed');
      if (type !== 'prune') path.push(node);
    }
    const standings = /** @type {const} */ ({ expand: this.family === 'lists' ? 'closed' : 'active', generate: 'open', prune: 'pruned', goal: 'goal' });
    this.nodes[node].marks.push({ at, standing: standings[type], parent, g, f });
  }

  /** @param {number} id @param {number} at @param {Standing} standing */
  #mark(id, at, standing) {
    const { marks } = this.nodes[id];
    marks.push({ ...marks[marks.length - 1], at, standing });
  }

  /** The last mark of a node up to a step; none if it was not made by then. @param {number} id @param {number} step */
  markAt(id, step) {
    return this.nodes[id]?.marks.findLast((mark) => mark.at <= step);
  }

  /** Where a node stands after a step. @param {number} id @param {number} step @returns {Standing} */
  standingAt(id, step) {
    return this.markAt(id, step)?.standing ?? 'unborn';
  }

  /** Which iteration a step belongs to. @param {number} step */
  roundAt(step) {
    return Math.max(0, this.rounds.findLastIndex(({ start }) => start <= step));
  }

  /** The waiting nodes after a step, the one to be taken next first. @param {number} step @returns {TraceNode[]} */
  openAt(step) {
    if (this.family !== 'lists') return [];
    const open = [];
    for (const node of this.nodes) {
      const mark = node && node.born <= step ? this.markAt(node.id, step) : undefined;
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

  /** The expanded nodes after a step, the latest first. @param {number} step @returns {TraceNode[]} */
  closedAt(step) {
    return this.events.slice(0, step).flatMap(({ type, node }, index) => (
      type === 'expand' && this.markAt(node, step)?.at === index + 1 ? [this.nodes[node]] : [])).reverse();
  }

  /** The node a step is about and those above it, from the start, as known after the step. @param {number} step @returns {TraceNode[]} */
  pathAt(step) {
    const path = [];
    for (let at = this.events[step - 1]?.node ?? -1; at >= 0; at = this.markAt(at, step)?.parent ?? -1) path.push(this.nodes[at]);
    return path.reverse();
  }

  /** The next step that takes a node, counted from 1; 0 if there is none. @param {number} step */
  nextTaken(step) {
    return this.events.findIndex(({ type }, index) => index >= step && (type === 'expand' || type === 'goal')) + 1;
  }

  /** The numbers after a step. @param {number} step */
  countsAt(step) {
    const event = this.events[step - 1];
    const deepening = this.family === 'deepening';
    const onPath = event ? event.g + 1 : 0;
    const { open, closed } = event && this.family === 'lists' ? event : { open: deepening ? onPath : 0, closed: 0 };
    return {
      expanded: this.expanded[step], generated: this.generated[step], open, closed, depth: event?.g ?? 0,
      limit: deepening ? this.rounds[this.roundAt(step)]?.limit : undefined, kept: deepening ? onPath : open + closed,
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
      [choices[i], choices[j]] = [choices[j], choices[i]];
    }
    return { answer, choices };
  }

  /** Nodes that could be mistaken for the next: waiting ones, or neighbours of the path. @param {number} step @param {number} taken */
  #distractors(step, taken) {
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
