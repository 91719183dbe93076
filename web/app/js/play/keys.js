/**
 * The keys of the Play page. Letters work only while the board has the focus, and can be changed or
 * switched off; arrows, query keys and Ctrl keys work wherever no text is being written.
 *
 * @module play/keys
 */

import { actionOf, letterWay } from '../bindings.js';
import { settings } from '../store.js';

/** @typedef {import('./app.js').App} App */
/** @typedef {import('../board-state.js').Move} Move */

/** @type {Record<string, Move>} */
const ARROWS = { ArrowUp: 'U', ArrowDown: 'D', ArrowLeft: 'L', ArrowRight: 'R' };
/** A `?` held this long peeks instead of opening the keys. */
const HOLD = 350;
/** While it is held, the next grade comes after this long. */
const GRADE = 900;

/**
 * @typedef {object} Deeds what the keys need besides the game
 * @property {() => void} help
 * @property {(name: 'last' | 'time' | 'blank' | 'row' | 'column' | 'board' | 'distance') => void} query
 * @property {() => HTMLElement} board
 * @property {() => void} copy
 * @property {(text: string) => void} paste
 */

/** @param {App} app @param {Deeds} deeds */
export function listen(app, deeds) {
  const onBoard = () => deeds.board().contains(document.activeElement);
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let held;
  let peeked = false;

  /** What letters do while the board has the focus, besides sliding. @type {Partial<Record<import('../bindings.js').Action, () => unknown>>} */
  const actions = {
    hint: () => app.hint(), peek: () => app.showPeek(), new: () => app.shuffle(), restart: () => app.restart(),
    solve: () => app.solve(), bar: () => app.toggleBar(),
  };
  /** @type {Record<string, Parameters<Deeds['query']>[0]>} */
  const queries = { KeyL: 'last', KeyT: 'time', KeyG: 'blank', KeyR: 'row', KeyC: 'column', KeyB: 'board', KeyD: 'distance' };
  /** @type {Record<string, () => unknown>} */
  const always = {
    F1: deeds.help,
    Escape: () => escape(app),
    PageUp: () => app.changeSize(1), PageDown: () => app.changeSize(-1),
    Backspace: () => app.undo(),
  };

  document.addEventListener('keydown', (event) => {
    if (event.isComposing || isWriting(event.target) || document.querySelector('dialog[open]')) return;
    const deed = find(event);
    if (!deed) return;
    event.preventDefault();
    deed();
  });
  document.addEventListener('keyup', (event) => {
    // A tile is a button: its own Space would press it.
    if (event.key === ' ' && onBoard()) event.preventDefault();
    if (event.code !== 'Slash' && event.key !== '?') return;
    if (held === undefined) return;
    clearTimeout(held);
    held = undefined;
    if (peeked) app.clearPeek();
    else deeds.help();
  });
  document.addEventListener('copy', (event) => {
    if (!onBoard() || String(getSelection())) return;
    event.preventDefault();
    event.clipboardData?.setData('text/plain', String(app.shown));
    deeds.copy();
  });
  document.addEventListener('paste', (event) => {
    const text = event.clipboardData?.getData('text/plain');
    if (!text || isWriting(event.target) || document.querySelector('dialog[open]')) return;
    event.preventDefault();
    deeds.paste(text);
  });

  /** @param {KeyboardEvent} event @returns {(() => unknown) | null} */
  function find(event) {
    const { key, code, ctrlKey, metaKey, altKey, shiftKey } = event;
    if (altKey && !ctrlKey && !metaKey) return queries[code] ? () => deeds.query(queries[code]) : null;
    if (ctrlKey || metaKey) {
      if (key.toLowerCase() === 'z') return shiftKey ? () => app.redo() : () => app.undo();
      return key.toLowerCase() === 'y' ? () => app.redo() : null;
    }
    if (ARROWS[key]) return arrow(event);
    if (always[key]) return always[key];
    if (key === '?') return event.repeat ? () => {} : holdPeek;
    if (app.playback) return playbackKey(event);
    if (key === ' ') return onBoard() || document.activeElement === document.body ? () => app.togglePause() : null;
    if (!settings().letters || !onBoard()) return null;
    const way = letterWay(key);
    if (way) return () => app.pressWay(way, 'key');
    const action = event.repeat ? null : actionOf(key);
    return (action && actions[action]) ?? null;
  }

  /** @param {KeyboardEvent} event */
  function arrow({ key, target }) {
    if (target instanceof HTMLElement && target.closest('[role="tablist"], .moves, .panel')) return null;
    if (app.playback) return key === 'ArrowLeft' ? () => app.drive('back') : key === 'ArrowRight' ? () => app.drive('on') : () => {};
    if (app.review) {
      const { at } = app.review;
      return () => app.lookAt(at + (key === 'ArrowLeft' || key === 'ArrowUp' ? -1 : 1));
    }
    return () => app.pressWay(ARROWS[key], 'key');
  }

  /** @param {KeyboardEvent} event @returns {(() => unknown) | null} */
  function playbackKey({ key, target }) {
    /** @type {Record<string, () => void>} */
    const keys = {
      ',': () => app.drive('back'), '.': () => app.drive('on'), '<': () => app.drive('start'), '>': () => app.drive('end'),
      Home: () => app.drive('start'), End: () => app.drive('end'),
    };
    if (key === ' ') return target instanceof HTMLButtonElement && !onBoard() ? null : () => app.drive('toggle');
    return keys[key] ?? null;
  }

  function holdPeek() {
    peeked = false;
    held = setTimeout(function next() {
      peeked = true;
      void app.showPeek();
      held = setTimeout(next, GRADE);
    }, HOLD);
  }
}

/** @param {App} app */
function escape(app) {
  if (app.playback) app.leavePlayback();
  else if (app.mode === 'searching') app.cancelSearch();
  else if (app.review) app.closeReview();
  else if (app.mode === 'paused') app.resume();
  else if (app.peek) app.clearPeek();
  else document.getElementById('win-card')?.remove();
}

/** @param {EventTarget | null} target */
function isWriting(target) {
  return target instanceof HTMLElement &&
    (target.isContentEditable || /^(TEXTAREA|SELECT)$/.test(target.tagName) || (target instanceof HTMLInputElement && target.type !== 'checkbox'));
}
