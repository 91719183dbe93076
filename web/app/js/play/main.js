/**
 * The Play page: wires the game, the view, the keys, the address and what is kept.
 */

import { onConnection } from '../connection.js';
import { onSwipe } from '../board.js';
import { parseBoard } from '../board-state.js';
import { t } from '../i18n.js';
import { $, carryPosition } from '../shell.js';
import { onChange, read, settings, write } from '../store.js';
import { carryOut, isHaunted } from './effects.js';
import { Game, Session } from './game.js';
import { listen } from './keys.js';
import { first, header } from './page.js';
import { fetchParts, part } from './parts.js';
import { connect, send, state, tick } from './play.js';
import { View } from './view.js';

/** A press this long on Size opens its menu. */
const LONG_PRESS = 500;

const view = new View(header);
let panelDue = false;
/** Whether it is known which game is shown; before, nothing is drawn over the first picture, nor saved. */
let isOpen = false;
connect({
  carryOut: (effect) => void carryOut(effect),
  draw: () => {
    if (!isOpen) return;
    view.draw(state);
    // The panel may come a picture later; the slide may not.
    if (panelDue) return;
    panelDue = true;
    requestAnimationFrame(() => {
      panelDue = false;
      panel?.draw();
    });
  },
});
/** It comes after the first picture. @type {import('./panel.js').Panel | null} */
let panel = null;
/** Whether the game is paused because the page was hidden. */
let hiddenPause = false;

/* ---- what is kept, and the address ---- */

/** @type {ReturnType<typeof setTimeout> | undefined} */
let saving;
view.after = () => {
  clearTimeout(saving);
  saving = setTimeout(save, 150);
};
/** The address of a game; the one there is, until the module is there that writes it. @type {(game: Game) => string} */
let writeLink = () => location.search;
/** Fetches what reads and writes addresses. */
async function fetchLinks() {
  const links = await import('./link.js');
  writeLink = links.writeLink;
  return links;
}
/** The last addresses, newest first: a reload that began before the latest save comes back under one before it. */
let addresses = [location.search];

function save() {
  clearTimeout(saving);
  const now = performance.now();
  const { playback, review, mode } = state;
  // While somebody's replay is shown, the address is the replay's.
  const search = playback?.link ?? writeLink(state.game);
  addresses = [...new Set([search, ...addresses])].slice(0, 4);
  write('game', {
    version: 1,
    addresses,
    shown: String(state.shown),
    session: state.session.save(now),
    mode: mode === 'searching' || (mode === 'paused' && !hiddenPause) ? mode : null,
    playback: playback && !playback.link && { line: playback.line.join(''), at: playback.player.at, proven: playback.proven },
    review: review && { at: review.at },
  });
  if (search !== location.search) history.replaceState(null, '', location.pathname + search);
  carryPosition(state.game.isOver || state.game.goalName !== 'blank-last' ? null : state.game.board);
}

addEventListener('pagehide', save);

/** Whether the address is that of the saved game, or was when this page was left. @param {Game} game @param {unknown} addresses */
function isOwn(game, addresses) {
  if (writeLink(game) === location.search) return true;
  const [entry] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType('navigation'));
  return entry?.type !== 'navigate' && !location.search.includes('&t=') && Array.isArray(addresses) && addresses.includes(location.search);
}

/** @returns {Promise<void>} */
async function begin() {
  const saved = read('game', /** @type {any} */ (null));
  const session = saved?.version === 1 ? Session.restore(saved.session) : null;
  if (session) {
    send({ type: 'open', opened: session });
  }
  // An address without a game, as on a first visit, can wait for its reader.
  const link = location.search ? (await fetchLinks()).readLink(location.search) : null;
  const isSaved = link && link !== 'bad' && session && isOwn(session.game, saved.addresses);
  isOpen = !link || link === 'bad' || !!isSaved;
  if (link === 'bad') {
    return send({ type: 'shuffle', text: t('link_bad') });
  }
  if (link && !isSaved) {
    const previous = session && session.game.phase !== 'solved' ? session.game : null;
    send({ type: 'put-aside', game: previous });
    await (await part('follow')).follow(state, link, session, previous ? [{ id: 'previous', message: { type: 'previous' } }] : []);
    isOpen = true;
    return;
  }
  if (!session) {
    send({ type: 'open', opened: new Game(parseBoard(first.board), 'blank-last', first.origin) });
    return send({ type: 'greet' });
  }
  const draft = read('draft', /** @type {string | null} */ (null));
  if (saved.mode === 'paused') {
    send({ type: 'pause' });
  } else if (saved.playback) {
    await part('view-more');
    send({ type: 'watch', line: /** @type {any} */ ([...saved.playback.line]), proven: saved.playback.proven, at: saved.playback.at || 0 });
    if (state.playback?.player.isPlaying) send({ type: 'drive', what: 'toggle' });
  } else send({ type: 'greet' });
  if (saved.mode === 'searching') send({ type: 'solve' });
  if (saved.review && state.game.isOver) send({ type: 'review' });
  if (draft !== null) (await part('setup')).openSetup(state, draft);
}

/* ---- buttons ---- */

/** @param {(menus: typeof import('./menus.js')) => void} deed */
const withMenus = (deed) => part('menus').then(deed).catch((error) => send({ type: 'fault', error }));

/** What the buttons ask for. @type {Record<string, Message | (() => void)>} */
const BUTTONS = {
  shuffle: { type: 'shuffle' }, hint: { type: 'hint' }, peek: { type: 'peek' }, undo: { type: 'undo' }, redo: { type: 'redo' },
  solve: { type: 'solve' }, pause: { type: 'toggle-pause' }, cover: { type: 'resume' },
  'search-now': { type: 'show-now' }, 'search-cancel': { type: 'cancel-search' },
  'to-start': { type: 'drive', what: 'start' }, 'step-back': { type: 'drive', what: 'back' }, 'play-pause': { type: 'drive', what: 'toggle' },
  'step-on': { type: 'drive', what: 'on' }, 'to-end': { type: 'drive', what: 'end' },
  'board-back': { type: 'leave' }, 'play-on': { type: 'play-on' },
  'size-menu': () => void withMenus(({ openSize }) => openSize(state)),
  more: () => void withMenus(({ openMore }) => openMore(state)),
};
for (const [id, deed] of Object.entries(BUTTONS)) {
  $(`#${id}`).addEventListener('click', (/** @type {MouseEvent} */ event) => {
    if (typeof deed === 'function') deed();
    else send(deed);
    // After a click the keys belong to the board; whoever works by keys stays on the button.
    if (event.detail > 0 && !['more', 'size-menu'].includes(id) && matchMedia('(pointer: fine)').matches) view.board.focusBoard();
  });
}
$('#speed').addEventListener('change', () => send({ type: 'speed', speed: Number($('#speed').value) }));
$('#scrub').addEventListener('input', () => send({ type: 'drive', what: Number($('#scrub').value) }));
sizeButton($('#size'));

/** A click goes to the next size; a long press or a right click opens the menu. @param {HTMLElement} button */
function sizeButton(button) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let opened = false;
  const open = () => {
    opened = true;
    void withMenus(({ openSize }) => openSize(state));
  };
  button.addEventListener('pointerdown', () => {
    opened = false;
    timer = setTimeout(open, LONG_PRESS);
  });
  for (const end of ['pointerup', 'pointerleave', 'pointercancel']) button.addEventListener(end, () => clearTimeout(timer));
  button.addEventListener('contextmenu', (event) => {
    event.preventDefault();
    clearTimeout(timer);
    if (!opened) open();
  });
  button.addEventListener('click', () => {
    if (!opened) send({ type: 'next-size' });
    opened = false;
  });
}

/* ---- board, keys, clock ---- */

view.board.addEventListener('tile', (event) => {
  send({ type: 'press', cell: /** @type {CustomEvent} */ (event).detail.cell });
});
view.board.addEventListener('pointerover', (event) => {
  const cell = event.target instanceof Element ? event.target.getAttribute('data-cell') : null;
  const isOn = settings().hover && event.pointerType === 'mouse' && event.buttons === 0 && state.mode === 'play' && state.game.phase !== 'solved';
  if (isOn && cell !== null && state.game.board.press(Number(cell))) send({ type: 'press', cell: Number(cell) });
});
view.board.addEventListener('move', (event) => send({ type: 'go', move: /** @type {CustomEvent} */ (event).detail.move, by: 'swipe' }));
onSwipe($('#stage'), (move) => send({ type: 'go', move, by: 'swipe' }));

const focusedCell = () => {
  const cell = document.activeElement?.getAttribute('data-cell');
  return cell == null ? state.shown.blank : Number(cell);
};
listen(state, {
  help: () => void withMenus(({ openKeys }) => openKeys()),
  query: (name) => void query(name),
  board: () => view.board,
  copy: () => send({ type: 'say', text: t('copied') }),
  paste: (text) => void part('follow').then(({ paste }) => paste(state, text)).catch((error) => send({ type: 'fault', error })),
});

/** @param {Parameters<import('./keys.js').Deeds['query']>[0]} name */
async function query(name) {
  if (name === 'distance') return send({ type: 'query' });
  try {
    const { QUERIES } = await part('queries');
    send({ type: 'say', text: QUERIES[name](state, focusedCell()) });
  } catch (error) {
    send({ type: 'fault', error });
  }
}

setInterval(() => view.clock(state), 200);
(function frame() {
  tick();
  requestAnimationFrame(frame);
})();

document.addEventListener('visibilitychange', () => {
  // A page that is being left is hidden first; who comes back to it was not the one to pause.
  hiddenPause = document.hidden && state.mode === 'play' && state.game.isRunning;
  if (hiddenPause) send({ type: 'pause' });
  if (document.hidden) save();
});
onConnection((online) => {
  if (!online) send({ type: 'say', text: t('offline') });
});
addEventListener('offline', () => send({ type: 'say', text: t('offline') }));
let ghost = settings().ghost;
onChange((now) => {
  view.hangPicture();
  if (now.ghost !== ghost) send({ type: 'haunt' });
  ghost = now.ghost;
  send({ type: 'settings' });
});
view.hangPicture();

await begin();
send({ type: 'settings' });
document.documentElement.dataset.ready = '';
performance.mark('ready');
if (!location.search) void fetchLinks().then(save).catch(() => {});
part('panel').then(({ Panel }) => {
  panel = new Panel($('#panel'), state);
}).catch((error) => send({ type: 'fault', error }));
if (settings().bar) send({ type: 'measure' });
if (!isHaunted()) send({ type: 'haunt' });
// What the first picture did not need comes now, so that no press waits for it.
if (await fetchParts()) {
  document.documentElement.dataset.whole = '';
  void (await part('deal')).getReady(state);
}
