/**
 * A board for other people's pages: `embed?b=8,1,3/4,0,2/7,6,5`, in a frame or by the element of `embed.js`.
 *
 * `goal`, `theme` (light, dark, contrast), `controls=none` and `static` may follow. What happens is told to the page
 * around it by messages: `{taquin: 'ready' | 'move' | 'win', board, moves, millis}`. A message
 * `{taquin: 'show', board}` shows another board.
 */

import { pageAddress } from '../address.js';
import { letterWay } from '../bindings.js';
import '../board.js';
import { parseBoard } from '../board-state.js';
import { ARROW_KEYS } from '../grid.js';
import { load, t, timeText } from '../i18n.js';
import { Game } from '../play/game.js';
import { el } from '../shell.js';

/** What is shown where the address holds no board. */
const FIRST_BOARD = '8 1 3/4 0 2/7 6 5';

await load(['common', 'embed']);
const query = new URLSearchParams(location.search);
const theme = query.get('theme');
if (theme && ['light', 'dark', 'contrast'].includes(theme)) document.documentElement.dataset.theme = theme;
const isStatic = query.has('static');
const main = /** @type {HTMLElement} */ (document.getElementById('main'));
const hasControls = query.get('controls') !== 'none' && !isStatic;
main.dataset.controls = hasControls ? 'basic' : 'none';

const view = /** @type {TaquinBoard} */ (document.createElement('taquin-board'));
view.toggleAttribute('static', isStatic);
const said = el('output', { role: 'status' });
const full = el('a', { target: '_blank', rel: 'noopener', title: t('embed_open') }, 'taquin ↗');
const again = el('button', { type: 'button', class: 'b small', onclick: () => show(game.start.toString()) }, t('embed_again'));
main.append(view);
if (hasControls) main.append(el('div', { class: 'embed-foot' }, said, again, full));

/** @type {Game} */
let game;

/** @param {string} text a position */
function show(text) {
  const board = parseBoard(text);
  game = new Game(board, query.get('goal') ?? 'blank-last');
  view.goal = game.goal;
  view.show(board, { animate: false });
  full.href = pageAddress('', `?b=${board.toLink()}`);
  said.textContent = t('embed_ready');
}

/** Tells the page around this one. @param {string} what */
function tell(what) {
  if (parent === window) return;
  // Nothing in it is a secret: the page around it chose the board.
  parent.postMessage({ taquin: what, board: game.board.toString(), moves: game.made, millis: Math.round(game.elapsed(performance.now())) }, '*');
}

/** @param {readonly Move[] | null} moves */
function make(moves) {
  if (isStatic || !moves || !game.make(moves, performance.now())) return;
  view.show(game.board);
  said.textContent = t('moves_n', { count: game.made });
  tell('move');
  if (!game.isOver) return;
  said.textContent = t('won', { moves: game.made, count: game.made, time: timeText(game.elapsed(performance.now())) });
  view.ripple();
  tell('win');
}

view.addEventListener('tile', (event) => {
  const { cell } = /** @type {CustomEvent} */ (event).detail;
  const moves = game.board.press(cell);
  if (moves) make(moves);
  else view.shake(cell);
});
view.addEventListener('move', (event) => make([/** @type {CustomEvent} */ (event).detail.move]));
addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const move = ARROW_KEYS[event.key] ?? letterWay(event.key);
  if (!move) return;
  event.preventDefault();
  make([move]);
});
addEventListener('message', ({ source, data }) => {
  if (source !== parent || data?.taquin !== 'show') return;
  try {
    show(String(data.board));
  } catch {
    said.textContent = t('link_bad');
  }
});

try {
  show(query.get('b') ?? FIRST_BOARD);
} catch {
  show(FIRST_BOARD);
}
document.documentElement.dataset.ready = '';
tell('ready');
