/**
 * The Play page: wires the game, the view, the keys, the address and what is kept.
 *
 * @module play/main
 */

import { onConnection } from '../connection.js';
import { onSwipe } from '../board.js';
import { parseBoard } from '../board-state.js';
import { t } from '../i18n.js';
import { carryPosition } from '../shell.js';
import { onChange, read, settings, write } from '../store.js';
import { App } from './app.js';
import { Game, Session } from './game.js';
import { listen } from './keys.js';
import { first, header } from './page.js';
import { fetchParts, part } from './parts.js';
import { View } from './view.js';

/** @param {string} id @returns {any} */
const $ = (id) => document.getElementById(id);
/** A press this long on Size opens its menu. */
const LONG_PRESS = 500;

const view = new View(header);
const app = new App(() => {
  view.draw(app);
  // The panel may come a picture later; the slide may not.
  if (panelDue) return;
  panelDue = true;
  requestAnimationFrame(() => {
    panelDue = false;
    panel?.draw();
  });
});
let panelDue = false;
/** It comes after the first picture. @type {import('./panel.js').Panel | null} */
let panel = null;
/** Whether the game is paused because the page was hidden. */
let hiddenPause = false;
/** The game that a link put aside. @type {Game | null} */
let previous = null;

/* ---- what is kept, and the address ---- */

/** @type {ReturnType<typeof setTimeout> | undefined} */
let saving;
view.after = () => {
  clearTimeout(saving);
  saving = setTimeout(() => {
    save();
    settled = location.search;
  }, 150);
};
/** The address of a game; the one there is, until the module is there that writes it. @type {(game: Game) => string} */
let writeLink = () => location.search;
/** Fetches what reads and writes addresses. */
async function fetchLinks() {
  const links = await import('./link.js');
  writeLink = links.writeLink;
  return links;
}
/** The address before what was saved on leaving, under which a reload comes back. */
let settled = location.search;

function save() {
  clearTimeout(saving);
  const now = performance.now();
  const { playback, review, mode } = app;
  // While somebody's replay is shown, the address is the replay's.
  const search = playback?.link ?? writeLink(app.game);
  write('game', {
    version: 1,
    addresses: [settled, search],
    shown: String(app.shown),
    session: app.session.save(now),
    mode: mode === 'searching' || (mode === 'paused' && !hiddenPause) ? mode : null,
    playback: playback && !playback.link && { line: playback.line.join(''), at: playback.player.at, proven: playback.proven },
    review: review && { at: review.at },
  });
  if (search !== location.search) history.replaceState(null, '', location.pathname + search);
  carryPosition(app.game.isSolved || app.game.goalName !== 'blank-last' ? null : app.game.board);
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
    app.session = session;
    app.goalName = session.game.goalName;
  }
  // An address without a game, as on a first visit, can wait for its reader.
  const link = location.search ? (await fetchLinks()).readLink(location.search) : null;
  if (link === 'bad') {
    await app.shuffle();
    return app.say(t('link_bad'));
  }
  if (link && !(session && isOwn(session.game, saved.addresses))) {
    previous = session && session.game.phase !== 'solved' ? session.game : null;
    return (await part('follow')).follow(app, link, session, previous ? [{ id: 'previous', run: goBack }] : []);
  }
  if (!session) {
    app.session = new Session(new Game(parseBoard(first.board), 'blank-last', first.origin));
    app.jumps++;
    return app.greet();
  }
  const draft = read('draft', /** @type {string | null} */ (null));
  if (saved.mode === 'paused') {
    app.mode = 'paused';
    app.say(t('paused_message'));
  } else if (saved.playback) {
    await app.watch(/** @type {any} */ ([...saved.playback.line]), saved.playback.proven, saved.playback.at || 0);
    if (app.playback?.player.isPlaying) app.drive('toggle');
  } else app.greet();
  if (saved.mode === 'searching') void app.solve();
  if (saved.review && app.game.isOver) void app.openReview();
  if (draft !== null) (await part('setup')).openSetup(app, draft);
}

function goBack() {
  const game = previous && Game.restore(previous.save(performance.now()));
  previous = null;
  if (game) app.begin(game);
}

/* ---- buttons ---- */

/** @param {(menus: typeof import('./menus.js')) => void} deed */
const withMenus = (deed) => part('menus').then(deed).catch((error) => app.fault(error));

/** @type {Record<string, () => unknown>} */
const BUTTONS = {
  shuffle: () => app.shuffle(), hint: () => app.hint(), peek: () => app.showPeek(), undo: () => app.undo(), redo: () => app.redo(),
  solve: () => app.solve(), pause: () => app.togglePause(), cover: () => app.resume(),
  'search-now': () => app.showNow(), 'search-cancel': () => app.cancelSearch(),
  'to-start': () => app.drive('start'), 'step-back': () => app.drive('back'), 'play-pause': () => app.drive('toggle'),
  'step-on': () => app.drive('on'), 'to-end': () => app.drive('end'),
  'board-back': () => app.leavePlayback(), 'play-on': () => app.playOn(),
  'size-menu': () => withMenus(({ openSize }) => openSize(app)),
  more: () => withMenus(({ openMore }) => openMore(app, { previous: previous && goBack })),
};
for (const [id, deed] of Object.entries(BUTTONS)) {
  $(id).addEventListener('click', (/** @type {MouseEvent} */ event) => {
    void deed();
    // After a click the keys belong to the board; whoever works by keys stays on the button.
    if (event.detail > 0 && !['more', 'size-menu'].includes(id) && matchMedia('(pointer: fine)').matches) view.board.focusBoard();
  });
}
$('speed').addEventListener('change', () => app.setSpeed(Number($('speed').value)));
$('scrub').addEventListener('input', () => app.drive(Number($('scrub').value)));
sizeButton($('size'));

/** A click goes to the next size; a long press or a right click opens the menu. @param {HTMLElement} button */
function sizeButton(button) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let opened = false;
  const open = () => {
    opened = true;
    void withMenus(({ openSize }) => openSize(app));
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
    if (!opened) void app.nextSize();
    opened = false;
  });
}

/* ---- board, keys, clock ---- */

view.board.addEventListener('tile', (event) => {
  const { cell } = /** @type {CustomEvent} */ (event).detail;
  if (!app.pressCell(cell) && app.mode === 'play' && !app.game.isOver) view.board.shake(cell);
});
view.board.addEventListener('pointerover', (event) => {
  const cell = event.target instanceof Element ? event.target.getAttribute('data-cell') : null;
  const isOn = settings().hover && event.pointerType === 'mouse' && event.buttons === 0 && app.mode === 'play' && app.game.phase !== 'solved';
  if (isOn && cell !== null && app.game.board.press(Number(cell))) app.pressCell(Number(cell));
});
view.board.addEventListener('move', (event) => app.pressWay(/** @type {CustomEvent} */ (event).detail.move, 'swipe'));
onSwipe($('stage'), (move) => app.pressWay(move, 'swipe'));

const focusedCell = () => {
  const cell = document.activeElement?.getAttribute('data-cell');
  return cell == null ? app.shown.blank : Number(cell);
};
listen(app, {
  help: () => void withMenus(({ openKeys }) => openKeys()),
  query: (name) => void query(name),
  board: () => view.board,
  copy: () => app.say(t('copied')),
  paste: (text) => void part('follow').then(({ paste }) => paste(app, text)).catch((error) => app.fault(error)),
});

/** @param {Parameters<import('./keys.js').Deeds['query']>[0]} name */
async function query(name) {
  if (name === 'distance') return app.queryDistance();
  try {
    const { QUERIES } = await part('queries');
    app.say(QUERIES[name](app, focusedCell()));
  } catch (error) {
    app.fault(error);
  }
}

setInterval(() => view.clock(app), 200);
(function frame() {
  if (app.playback?.player.tick(performance.now())) app.draw();
  requestAnimationFrame(frame);
})();

document.addEventListener('visibilitychange', () => {
  // A page that is being left is hidden first; who comes back to it was not the one to pause.
  hiddenPause = document.hidden && app.mode === 'play' && app.game.isRunning;
  if (hiddenPause) app.pause();
  if (document.hidden) save();
});
onConnection((online) => {
  if (!online) app.say(t('offline'));
});
addEventListener('offline', () => app.say(t('offline')));
let ghost = settings().ghost;
onChange((now) => {
  view.hangPicture();
  if (now.ghost !== ghost) void app.haunt();
  ghost = now.ghost;
  app.draw();
});
view.hangPicture();

await begin();
app.draw();
document.documentElement.dataset.ready = '';
performance.mark('ready');
if (!location.search) void fetchLinks().then(save).catch(() => {});
part('panel').then(({ Panel }) => {
  panel = new Panel($('panel'), app);
}).catch((error) => app.fault(error));
if (settings().inspection) void part('inspection').then(({ Inspection }) => {
  app.inspection ??= new Inspection(app);
}).catch(() => {});
if (settings().bar) void app.measure();
if (!app.isHaunted) void app.haunt();
// What the first picture did not need comes now, so that no press waits for it.
if (await fetchParts()) {
  document.documentElement.dataset.whole = '';
  void (await part('deal')).getReady(app);
}
