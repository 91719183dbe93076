/**
 * Games that come from outside: by a link, or pasted.
 */

import { BoardFault, goalBoard, parity, parseBoard } from '../board-state.js';
import { t } from '../i18n.js';
import { Game } from './game.js';
import { part } from './parts.js';
import { send } from './play.js';

/**
 * A link wins over the saved game, which is kept.
 * @param {State} state @param {Link} link @param {Session | null} session @param {Offer[]} offers a way back to that game
 */
export async function follow(state, { id, board, moves, goal, isFewest, isReplay }, session, offers) {
  try {
    if (board && parity(board, goalBoard(goal, board)).odd) {
      send({ type: 'greet' });
      return (await part('setup')).openSetup(state, String(board));
    }
    const game = board ? new Game(board, goal, isFewest ? { fewest: true } : {}) : id ? await dealt(id, isFewest) : null;
    const told = game && isReplay ? (await part('replay')).readReplay(location.search) : null;
    const isWhole = !isReplay || (told && game?.start.play(told.moves));
    const played = game && isWhole ? (isReplay ? game : replay(game, moves)) : null;
    if (played?.isOver && moves.length > 0 && !isReplay) played.origin = { ...played.origin, shared: true };
    if (!played) throw new BoardFault(['bad_empty', '']);
    if (told && new URLSearchParams(location.search).has('vs')) {
      send(session ? { type: 'begin', game: played } : { type: 'open', opened: played });
      return (await part('challenge')).offerChallenge(told);
    }
    if (told) return showReplay(played, told, session);
    // A first visit has no game to put aside.
    send(session ? { type: 'begin', game: played, offers } : { type: 'open', opened: played });
    if (!session || played.origin.shared) send({ type: 'greet' });
    if (session && offers.length > 0 && !played.origin.shared) send({ type: 'say', text: `${t('from_link')} ${state.message.text}`, offers });
  } catch (error) {
    send(error instanceof BoardFault ? { type: 'shuffle', text: t('link_bad'), offers } : { type: 'say', text: t('offline') });
  }
}

/** @param {NonNullable<Link['id']>} id @param {boolean} isFewest */
async function dealt({ size, level, seed }, isFewest) {
  const game = await (await part('deal')).dealId(size, level, seed);
  return isFewest ? new Game(game.start, game.goalName, { ...game.origin, fewest: true }) : game;
}

/** @param {Game} game @param {Replay} told @param {Session | null} session */
function showReplay(game, told, session) {
  const link = location.search;
  // A replay that is loaded again is not another game.
  const isHere = session && session.game.made === 0 && session.game.start.equals(game.start) && session.game.goalName === game.goalName;
  if (!session) send({ type: 'open', opened: game });
  else if (!isHere) send({ type: 'begin', game });
  send({ type: 'watch-replay', replay: told, link });
}

/** The game with a link's moves made, null if they cannot be. @param {Game} game @param {Move[]} moves */
function replay(game, moves) {
  if (!game.start.play(moves)) return null;
  for (const move of moves) game.make([move], 0);
  // What someone else has played is no result of this player.
  return Game.restore({ ...game.save(0), counted: moves.length > 0 });
}

/** A position that can be played is dealt at once; what is wrong with another is shown. @param {State} state @param {string} text */
export async function paste(state, text) {
  try {
    const board = parseBoard(text, state.game.board.size);
    send({ type: 'begin', game: new Game(board, state.game.board.size === board.size ? state.game.goalName : 'blank-last') });
  } catch {
    (await part('setup')).openSetup(state, text);
  }
}
