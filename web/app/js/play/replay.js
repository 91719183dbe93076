/**
 * Replays: the presses of a game with their times, in a link or kept to race against.
 *
 * A link holds `m=L,U2,R`, one word a press, and `t=0,ci,9k`: milliseconds since the press before, in base 36.
 */

import { parseMoves } from '../board-state.js';
import { read, write } from '../store.js';
import { linkOf } from './link.js';

/** Best replays kept; those not raced for longest go first. */
const KEPT = 200;

/** The presses of a game as it stands: their words and times. @param {Game} game */
function pressesOf(game) {
  return { words: game.presses.slice(0, game.pressesMade), times: game.save(0).times.slice(0, game.pressesMade) };
}

/** The address of a game's replay, from `?` on. @param {Game} game */
export function replayLink(game) {
  const { words, times } = pressesOf(game);
  const waits = times.map((time, index) => Math.max(0, time - (times[index - 1] ?? 0)).toString(36));
  return linkOf(game, `&m=${words.join(',')}&t=${waits.join(',')}`);
}

/** What a link replays, null if it is not whole. @param {string} search @returns {Replay | null} */
export function readReplay(search) {
  const params = new URLSearchParams(search);
  return timed((params.get('m') ?? '').split(','), (params.get('t') ?? '').split(',').map((wait) => (/^[0-9a-z]{1,8}$/.test(wait) ? parseInt(wait, 36) : NaN)));
}

/** @param {string[]} words @param {number[]} waits @returns {Replay | null} */
function timed(words, waits) {
  if (words.length !== waits.length || waits.some(Number.isNaN)) return null;
  /** @type {Replay} */
  const replay = { moves: [], times: [] };
  let at = 0;
  for (const [index, word] of words.entries()) {
    const moves = parseMoves(word);
    if (!moves || moves.length === 0) return null;
    at += waits[index];
    for (const move of moves) {
      replay.moves.push(move);
      replay.times.push(at);
    }
  }
  return replay;
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
  return timed(kept.m.split(','), kept.t.map((time, index) => Number(time) - (index === 0 ? 0 : Number(kept.t[index - 1]))));
}
