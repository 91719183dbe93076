/**
 * One sentence for each step of a recording: what happened and why. Gives ids and values, no texts.
 */

import { Board } from '../board-state.js';
import { isInformed } from '../catalogue.js';

/** @import { Move } from '../board-state.js' */

/** @typedef {{ id: string, params: Record<string, string | number> }} Sentence */

/** Why a node was taken, as the service says it, by the id of our sentence. */
const REASONS = /** @type {Record<string, string>} */ ({
  'it is the start': 'say_start',
  'it has waited longest': 'say_first_in',
  'it came last': 'say_last_in',
  'its f is least': 'say_least_f',
  'its h is least': 'say_least_h',
  'its g is least': 'say_least_g',
  'its f is within the threshold': 'say_within',
});

/**
 * The sentence of a step.
 * @param {import('./trace-player.js').TracePlayer} player @param {number} step
 * @returns {Sentence}
 */
export function sentenceAt(player, step) {
  const event = player.events[step - 1];
  if (!event) return { id: 'say_before', params: {} };
  const { g, h, f, board, node } = event;
  const limit = player.countsAt(step).limit ?? 0;
  const weight = player.algorithm === 'wastar' && h > 0 ? Math.round(((f - g) / h) * 100) / 100 : 2;
  const { move } = event;
  const params = { g, h, f, board, node, limit, weight, move: move ?? '', tile: move ? new Board(board).movedBy(/** @type {Move} */ (move)) : 0 };
  return { id: idOf(player, step), params };
}

/** @param {import('./trace-player.js').TracePlayer} player @param {number} step */
function idOf(player, step) {
  const event = player.events[step - 1];
  const byDepth = player.algorithm === 'iddfs';
  const blind = !isInformed(player.algorithm);
  switch (event?.type) {
    case 'expand': {
      if (event.parent === undefined && step > 1) return byDepth ? 'say_round_depth' : 'say_round';
      const id = REASONS[event.why ?? ''] ?? 'say_expand';
      if (id === 'say_start') return blind ? 'say_start_blind' : id;
      if (id === 'say_least_f' && player.algorithm === 'wastar') return 'say_least_wf';
      return id === 'say_within' && byDepth ? 'say_within_depth' : id;
    }
    case 'generate':
      return blind ? 'say_generate_blind' : player.algorithm === 'wastar' ? 'say_generate_wf' : player.algorithm === 'greedy' ? 'say_generate_h' : 'say_generate';
    case 'duplicate':
      return 'say_duplicate';
    case 'prune':
      return byDepth ? 'say_prune_depth' : 'say_prune';
    default:
      return 'say_goal';
  }
}
