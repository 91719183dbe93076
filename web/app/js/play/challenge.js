/**
 * Challenges: a link that holds a board and somebody's replay, which plays along as a ghost and is not shown before.
 */

import { t, timeText } from '../i18n.js';
import { send } from './play.js';
import { replayLink } from './replay.js';

/** The address of a finished game as a challenge, from `?` on. @param {Game} game */
export const challengeLink = (game) => `${replayLink(game)}&vs=1`;

/** The board waits, and the ghost with it. @param {Replay} replay */
export function offerChallenge(replay) {
  const moves = t('moves_n', { count: replay.moves.length });
  send({ type: 'say', text: t('challenge', { time: timeText(replay.times.at(-1) ?? 0), moves }) });
  send({ type: 'haunt', replay });
}
