/**
 * Carries out what `update` asks for: everything that takes time or leaves the page. What comes of it is the next message.
 */

import { isAbort, Offline, Problem } from '../connection.js';
import { formatMoves, parseMoves } from '../board-state.js';
import { t } from '../i18n.js';
import { change, read, settings, write } from '../store.js';
import { Advice } from './advice.js';
import { part } from './parts.js';
import { send, state } from './play.js';
import { speakMove, speakNow, speakToGo } from './speech.js';

/** Milliseconds after which the player is told that a hint takes time. */
const SLOW = 400;
/** Milliseconds that counting the shortest solutions may take. */
const COUNTING = 20_000;

/** @type {ReturnType<typeof setTimeout> | undefined} */
let ringing;
/** @type {{cancel: () => void, abort: AbortController} | null} */
let search = null;
/** Ends the question of the distance bar. @type {AbortController | null} */
let measuring = null;
/** What is drawn beside the board. @type {import('./ghost.js').Ghost | null} */
let ghost = null;
let ghosts = 0;

/** Asks the engine or the service. @type {typeof import('../api.js').post} */
const post = async (path, body, options) => (await import('../api.js')).post(path, body, options);

/** Draws the ghost where it is now. @param {number} now */
export const drawGhost = (now) => ghost?.draw(now);
/** Whether a ghost was asked for, though it may not be there yet. */
export const isHaunted = () => ghosts > 0;

/** @type {{[K in Effect['do']]: (effect: Extract<Effect, {do: K}>) => unknown}} */
const DEEDS = {
  speak: ({ text }) => speakNow(text),
  'speak-move': ({ board, moves, left }) => speakMove(board, moves, () => left ?? (settings().bar ? state.known(state.game.board)?.distance ?? null : null)),
  'speak-to-go': ({ left }) => speakToGo(left),
  keep: ({ key, value }) => write(key, value),
  'keep-replay': async ({ game }) => (await part('replay')).keepReplay(game),
  choose: (effect) => change(effect.change),
  deal, haunt, advise, search: searchFor, count, analyse,
  ring: ({ millis }) => {
    ringing = setTimeout(() => send({ type: 'ring-over' }), millis);
  },
  'end-ring': () => clearTimeout(ringing),
  // The best so far, not proven.
  'stop-search': () => search?.cancel(),
  'cancel-search': () => {
    search?.abort.abort();
    search = null;
  },
  feel: async ({ won }) => (await part('feel')).feelSlide(won),
  shake: ({ cell }) => /** @type {TaquinBoard} */ (document.getElementById('board')).shake(cell),
  'show-card': async () => (await part('win-card')).showWinCard(state),
  'close-card': () => document.getElementById('win-card')?.remove(),
};

/** @param {Effect} effect */
export async function carryOut(effect) {
  try {
    await /** @type {(effect: Effect) => unknown} */ (DEEDS[effect.do])(effect);
  } catch (error) {
    if (!isAbort(error)) send({ type: 'fault', error });
  }
}

/** @param {Extract<Effect, {do: 'deal'}>} effect */
async function deal({ size, level, goal, number, ...told }) {
  const { dealGame } = await part('deal');
  try {
    send({ type: 'dealt', game: await dealGame(size, level, goal), number, ...told });
  } catch (error) {
    if (!(error instanceof Offline) && !(error instanceof Problem)) throw error;
    const text = error instanceof Offline ? t('offline') : t('problem', { detail: error.message });
    send({ type: 'dealt', game: await dealGame(size, 'random', goal), number, text });
  }
}

/** @param {Extract<Effect, {do: 'haunt'}>} effect */
async function haunt({ game, replay }) {
  ghosts += 1;
  const mine = ghosts;
  ghost?.remove();
  ghost = null;
  if (!replay && settings().ghost === 'off') return;
  const summoned = await (await part('ghost')).summon(game, replay);
  if (mine !== ghosts) return summoned?.remove();
  ghost = summoned;
  send({ type: 'haunted', ghost: summoned && { game, times: summoned.times } });
}

/* ---- what is known of boards ---- */

/** Tells of a hint that takes time, unless there is more to tell. @type {ReturnType<typeof setTimeout> | undefined} */
let slow;

/** @param {number} seconds */
function sayBusy(seconds) {
  clearTimeout(slow);
  send({ type: 'say', text: t('server_busy', { s: seconds }) });
}

const advice = new Advice({ onBusy: sayBusy, facts: state.facts });

/** @param {Extract<Effect, {do: 'advise'}>} effect */
async function advise({ purpose, game, board, goal, enough, grade, hoped }) {
  if (purpose === 'bar') {
    measuring?.abort();
    measuring = new AbortController();
  }
  const mine = purpose === 'hint' || purpose === 'peek' ? setTimeout(() => send({ type: 'say', text: t('thinking'), silent: true }), SLOW) : undefined;
  if (mine !== undefined) slow = mine;
  try {
    const fact = await advice.ask(board, goal, { enough, signal: purpose === 'bar' ? measuring?.signal : undefined });
    clearTimeout(mine);
    send({ type: 'advised', purpose, board, fact, grade, hoped, game });
  } catch (error) {
    if (!isAbort(error)) send({ type: 'unadvised', purpose, error });
  } finally {
    clearTimeout(mine);
  }
}

/** @param {Extract<Effect, {do: 'analyse'}>} effect */
async function analyse({ review, start, goal }) {
  try {
    send({ type: 'reviewed', review, answer: await post('/analyze', { board: String(start), goal, moves: formatMoves(review.moves) }) });
  } catch (error) {
    send({ type: 'reviewed', review, error });
  }
}

/* ---- searches ---- */

/** @param {Extract<Effect, {do: 'search'}>} effect */
async function searchFor({ board, goal, seconds }) {
  const abort = new AbortController();
  const mine = { cancel: () => {}, abort };
  search = mine;
  try {
    const { startJob } = await part('jobs');
    const { algorithm, heuristic } = read('solver', { algorithm: 'auto', heuristic: '' });
    const request = { kind: 'solve', board: String(board), goal, algorithm, limits: { time_ms: seconds * 1000 }, ...(heuristic ? { heuristic } : {}) };
    const job = startJob(request, {
      signal: abort.signal,
      onBusy: sayBusy,
      onProgress: ({ progress }) => {
        if (search === mine) send({ type: 'progress', nodes: progress?.expanded ?? 0, bound: progress?.bound ?? null, lower: progress?.lower_bound ?? null, best: progress?.best?.length ?? null, table: progress?.table });
      },
    });
    mine.cancel = job.cancel;
    const { state: end, result, ...rest } = await job.done;
    if (end === 'failed') throw new Problem(500, /** @type {any} */ (rest).problem ?? result ?? {}, 1);
    const line = result?.moves === undefined ? null : parseMoves(result.moves);
    if (search === mine) send({ type: 'searched', line, proven: !!result?.proven, ended: endOf(end, result) });
  } catch (error) {
    if (!isAbort(error) && search === mine) send({ type: 'searched', error });
  }
}

/** How a job's search ended. @param {string} end @param {any} result @returns {'done' | 'limit' | 'memory' | 'stopped'} */
function endOf(end, result) {
  if (end === 'cancelled') return 'stopped';
  if (result?.status !== 'limit') return 'done';
  return result.limit === 'memory' ? 'memory' : 'limit';
}

/** @param {Extract<Effect, {do: 'count'}>} effect */
async function count({ board, goal }) {
  try {
    const { optimal_count: count } = await post('/solve', { board: String(board), goal, count: true, limits: { time_ms: COUNTING } });
    if (count !== undefined) send({ type: 'counted', board, count });
  } catch {
    // The solution is shown either way.
  }
}
