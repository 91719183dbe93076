/**
 * The algorithms in ten lines, and which line each step of a recording is at.
 *
 * A line is an id of the texts; `take_*` fills the gap of the line that takes a node.
 */

/** @typedef {import('./trace-player.js').TraceEvent} TraceEvent */
/** @typedef {{ id: string, indent: number, fill?: string }} CodeLine */

/** @type {CodeLine[]} */
const LISTS = [
  { id: 'code_lists_begin', indent: 0 },
  { id: 'code_lists_while', indent: 0 },
  { id: 'code_lists_take', indent: 1 },
  { id: 'code_lists_goal', indent: 1 },
  { id: 'code_lists_close', indent: 1 },
  { id: 'code_lists_each', indent: 1 },
  { id: 'code_lists_make', indent: 2 },
  { id: 'code_lists_known', indent: 2 },
  { id: 'code_lists_put', indent: 2 },
];

/** @type {CodeLine[]} */
const DEEPENING = [
  { id: 'code_deep_begin', indent: 0 },
  { id: 'code_deep_repeat', indent: 0 },
  { id: 'code_deep_start', indent: 1 },
  { id: 'code_deep_raise', indent: 1 },
  { id: 'code_deep_search', indent: 0 },
  { id: 'code_deep_each', indent: 1 },
  { id: 'code_deep_make', indent: 2 },
  { id: 'code_deep_cut', indent: 2 },
  { id: 'code_deep_goal', indent: 2 },
  { id: 'code_deep_down', indent: 2 },
];

/** What the open list gives out, by algorithm. */
const TAKES = /** @type {Record<string, string>} */ ({
  bfs: 'take_oldest',
  dfs: 'take_newest',
  ucs: 'take_least_g',
  greedy: 'take_least_h',
  astar: 'take_least_f',
  wastar: 'take_least_wf',
});

/** The lines of an algorithm. @param {string} algorithm @returns {CodeLine[]} */
export function codeOf(algorithm) {
  if (algorithm === 'ida') return DEEPENING;
  if (algorithm === 'iddfs') {
    return DEEPENING.map((line) => (['code_deep_begin', 'code_deep_make', 'code_deep_cut', 'code_deep_raise'].includes(line.id)
      ? { ...line, id: `${line.id}_depth` }
      : line));
  }
  const fill = TAKES[algorithm] ?? 'take_newest';
  return LISTS.map((line) => (line.id === 'code_lists_take' ? { ...line, fill } : line));
}

/** @type {Record<'lists' | 'deepening' | 'walk', Record<TraceEvent['type'], number>>} */
const LINES = {
  lists: { expand: 2, goal: 3, duplicate: 7, generate: 8, prune: 7 },
  deepening: { expand: 9, goal: 8, duplicate: 7, generate: 6, prune: 7 },
  walk: { expand: 2, goal: 3, duplicate: 7, generate: 8, prune: 7 },
};

/**
 * The index of the line a step is at; the first line before any step.
 * @param {import('./trace-player.js').TracePlayer} player @param {number} step
 */
export function lineAt(player, step) {
  const event = player.events[step - 1];
  if (!event) return 0;
  if (player.family === 'deepening' && event.parent === undefined && event.type === 'expand') {
    return step === 1 ? 2 : 3;
  }
  return LINES[player.family][event.type];
}
