/**
 * Replays: the presses of a game with their times, in a link or kept to race against.
 *
 * A link holds `m=L,U2,R`, one word a press, and `t=0,ci,9k`: milliseconds since the press before, in base 36.
 */

import { ask } from '../engine/rules.js';
import { read, write } from '../store.js';
import { linkOf } from './link.js';

/** Best replays kept; those not raced for longest go first. */
const KEPT = 200;

/** The presses of a game as it stands: their words and times. @param {Game} game */
function pressesOf(game) {
  return { words: game.presses.slice(0, game.pressesMade), times: game.save(0).times.slice(0, game.pressesMade) };
}

/** Milliseconds before each press, as links have them. @param {number[]} times of the presses */
const waitsOf = (times) => times.map((time, index) => Math.max(0, time - (times[index - 1] ?? 0)).toString(36)).join(',');

/** The address of a game's replay, from `?` on. @param {Game} game */
export function replayLink(game) {
  const { words, times } = pressesOf(game);
  return linkOf(game, `&m=${words.join(',')}&t=${waitsOf(times)}`);
}

/** What a link replays, null if it is not whole. @param {string} search */
export function readReplay(search) {
  const params = new URLSearchParams(search);
  return timed(params.get('m') ?? '', params.get('t') ?? '');
}

/** @param {string} words @param {string} waits @returns {Replay | null} */
function timed(words, waits) {
  const answer = ask('replay', words, waits);
  return answer && { moves: /** @type {Move[]} */ ([...answer[0]]), times: answer[1].split(' ').map(Number) };
}

/** @returns {Record<string, {m: string, t: number[]}>} by the names of games */
const keptReplays = () => read('replays', {});

/** Keeps a game's replay if it is the quickest of its board. @param {Game} game */
export function keepReplay(game) {
  const { words, times } = pressesOf(game);
  const kept = keptReplays();
  const before = kept[game.name];
  if (before && (before.t.at(-1) ?? 0) <= (times.at(-1) ?? 0)) return;
  delete kept[game.name];
  const entries = [...Object.entries(kept), [game.name, { m: words.join(','), t: times }]];
  write('replays', Object.fromEntries(entries.slice(-KEPT)));
}

/** The quickest replay of a game's board, null where there is none. @param {Game} game @returns {Replay | null} */
export function bestReplay(game) {
  const kept = keptReplays()[game.name];
  if (typeof kept?.m !== 'string' || !Array.isArray(kept.t)) return null;
  return timed(kept.m, waitsOf(kept.t));
}
