/**
 * Games that come from outside: by a link, or pasted.
 *
 * @module play/follow
 */

import { BoardFault, goalBoard, parity, parseBoard } from '../board-state.js';
import { t } from '../i18n.js';
import { Game, Session } from './game.js';
import { part } from './parts.js';

/** @typedef {import('./app.js').App} App */

/**
 * A link wins over the saved game, which is kept.
 * @param {App} app @param {import('./link.js').Link} link @param {Session | null} session @param {import('./app.js').Offer[]} offers a way back to that game
 */
export async function follow(app, { id, board, moves, goal, isFewest, isReplay }, session, offers) {
  try {
    if (board && parity(board, goalBoard(goal, board)).odd) {
      app.greet();
      return (await part('setup')).openSetup(app, String(board));
    }
    const game = board ? new Game(board, goal, isFewest ? { fewest: true } : {}) : id ? await dealt(id, isFewest) : null;
    const told = game && isReplay ? (await part('replay')).readReplay(location.search) : null;
    const isWhole = !isReplay || (told && game?.start.play(told.moves));
    const played = game && isWhole ? (isReplay ? game : replay(game, moves)) : null;
    if (played?.isOver && moves.length > 0 && !isReplay) played.origin = { ...played.origin, shared: true };
    if (!played) throw new BoardFault(['bad_empty', '']);
    if (told && new URLSearchParams(location.search).has('vs')) {
      if (!session) app.session = new Session(played);
      else app.begin(played);
      return (await part('challenge')).offerChallenge(app, told);
    }
    if (told) return showReplay(app, played, told, session);
    // A first visit has no game to put aside.
    if (!session) app.session = new Session(played);
    if (session) app.begin(played, undefined, offers);
    if (!session || played.origin.shared) app.greet();
    if (session && offers.length > 0 && !played.origin.shared) app.say(`${t('from_link')} ${app.message.text}`, offers);
  } catch (error) {
    if (error instanceof BoardFault) {
      await app.shuffle();
      return app.say(t('link_bad'), offers);
    }
    app.say(t('offline'));
  }
}

/** @param {NonNullable<import('./link.js').Link['id']>} id @param {boolean} isFewest */
async function dealt({ size, level, seed }, isFewest) {
  const game = await (await part('deal')).dealId(size, level, seed);
  return isFewest ? new Game(game.start, game.goalName, { ...game.origin, fewest: true }) : game;
}

/** @param {App} app @param {Game} game @param {import('./replay.js').Replay} told @param {Session | null} session */
function showReplay(app, game, told, session) {
  const link = location.search;
  // A replay that is loaded again is not another game.
  const isHere = session && session.game.made === 0 && session.game.start.equals(game.start) && session.game.goalName === game.goalName;
  if (!session) app.session = new Session(game);
  else if (!isHere) app.begin(game);
  return app.watchReplay(told, link);
}

/** Somebody else's finished game is not won here: one can look at it, or try the board. @param {App} app */
export function sayShared(app) {
  const { game } = app;
  const again = () => app.begin(new Game(game.start, game.goalName, { ...game.origin, shared: undefined }));
  app.say(t('shared_solved', { count: game.made }), [
    { id: 'shared_try', run: again },
    { id: 'shared_watch', run: () => {
      again();
      void app.watch(game.line(), game.origin.optimal === game.made);
    } },
    { id: 'review', run: () => void app.openReview() },
  ]);
}

/** The game with a link's moves made, null if they cannot be. @param {Game} game @param {import('../board-state.js').Move[]} moves */
function replay(game, moves) {
  if (!game.start.play(moves)) return null;
  for (const move of moves) game.make([move], 0);
  // What someone else has played is no result of this player.
  return Game.restore({ ...game.save(0), counted: moves.length > 0 });
}

/** A position that can be played is dealt at once; what is wrong with another is shown. @param {App} app @param {string} text */
export async function paste(app, text) {
  try {
    const board = parseBoard(text, app.game.board);
    app.begin(new Game(board, app.game.board.size === board.size ? app.game.goalName : 'blank-last'));
  } catch {
    (await part('setup')).openSetup(app, text);
  }
}
