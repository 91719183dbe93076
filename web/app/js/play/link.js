/**
 * The address of a game: `?id=g1-4x4-hard-20481&m=LUR2`, or `?b=8,1,3/4,0,2/7,6,5&m=…` for a board
 * without an ID; `goal=` names another goal, `mode=fewest` says that only the moves count.
 */

import { formatMoves, goalBoard, parseBoard, parseMoves } from '../board-state.js';
import { idLink, parseId } from '../game-id.js';

/** A line longer than this is left out of the address; the board itself stands there instead. */
const LONGEST = 1500;

/**
 * Reads an address: null if it names no game, 'bad' if it does but cannot be read.
 * @param {string} search the part from `?` on @returns {Link | null | 'bad'}
 */
export function readLink(search) {
  const params = new URLSearchParams(search);
  const [id, b] = [params.get('id'), params.get('b')];
  if (id === null && b === null) return null;
  const moves = parseMoves(params.get('m') ?? '');
  const goal = params.get('goal') ?? 'blank-last';
  const isReplay = params.has('t');
  const isFewest = params.get('mode') === 'fewest';
  if (!moves) return 'bad';
  if (id !== null) {
    const parsed = parseId(id);
    return parsed ? { id: parsed, board: null, moves, goal: 'blank-last', isFewest, isReplay } : 'bad';
  }
  try {
    const board = parseBoard(b ?? '');
    goalBoard(goal, board);
    return { id: null, board, moves, goal, isFewest, isReplay };
  } catch {
    return 'bad';
  }
}

/** The part of the address from `?` on; empty on the solved board of the start. @param {Game} game */
export function writeLink(game) {
  if (game.phase === 'solved') return '';
  const moves = formatMoves(game.line());
  if (moves.length > LONGEST) return `?b=${game.board.toLink()}${goalPart(game)}`;
  return linkOf(game, moves ? `&m=${moves}` : '');
}

/** The address of a game's start with something after it. @param {Game} game @param {string} tail */
export function linkOf(game, tail) {
  const start = game.origin.id ? `?id=${idLink(game.origin.id)}` : `?b=${game.start.toLink()}`;
  return `${start}${tail}${goalPart(game)}`;
}

/** The address of the position as it stands. @param {Game} game */
export function positionLink(game) {
  return `?b=${game.board.toLink()}${goalPart(game)}`;
}

/** @param {Game} game */
function goalPart({ goalName, origin }) {
  const mode = origin.fewest ? '&mode=fewest' : '';
  return goalName === 'blank-last' ? mode : `&goal=${encodeURIComponent(goalName).replaceAll('%20', '+')}${mode}`;
}
