/**
 * The keys of the Play page. Letters work only while the board has the focus, and can be changed or
 * switched off; arrows, query keys and Ctrl keys work wherever no text is being written.
 */

import { actionOf, letterWay } from '../bindings.js';
import { ARROW_KEYS } from '../grid.js';
import { settings } from '../store.js';
import { send } from './play.js';

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

/** @param {State} state @param {Deeds} deeds */
export function listen(state, deeds) {
  const onBoard = () => deeds.board().contains(document.activeElement);
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let held;
  let peeked = false;

  /** What letters do while the board has the focus, besides sliding. @type {Partial<Record<Action, () => unknown>>} */
  const actions = {
    hint: () => send({ type: 'hint' }), peek: () => send({ type: 'peek' }), new: () => send({ type: 'shuffle' }), restart: () => send({ type: 'restart' }),
    solve: () => send({ type: 'solve' }), bar: () => send({ type: 'bar' }),
  };
  /** @type {Record<string, Parameters<Deeds['query']>[0]>} */
  const queries = { KeyL: 'last', KeyT: 'time', KeyG: 'blank', KeyR: 'row', KeyC: 'column', KeyB: 'board', KeyD: 'distance' };
  /** @type {Record<string, () => unknown>} */
  const always = {
    F1: deeds.help,
    Escape: () => send({ type: 'escape' }),
    PageUp: () => send({ type: 'change-size', by: 1 }), PageDown: () => send({ type: 'change-size', by: -1 }),
    Backspace: () => send({ type: 'undo' }),
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
    if (peeked) send({ type: 'clear-peek' });
    else deeds.help();
  });
  document.addEventListener('copy', (event) => {
    if (!onBoard() || String(getSelection())) return;
    event.preventDefault();
    event.clipboardData?.setData('text/plain', String(state.shown));
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
      if (key.toLowerCase() === 'z') return shiftKey ? () => send({ type: 'redo' }) : () => send({ type: 'undo' });
      return key.toLowerCase() === 'y' ? () => send({ type: 'redo' }) : null;
    }
    if (ARROW_KEYS[key]) return arrow(event);
    if (always[key]) return always[key];
    if (key === '?') return event.repeat ? () => {} : holdPeek;
    if (state.playback) return playbackKey(event);
    if (key === ' ') return onBoard() || document.activeElement === document.body ? () => send({ type: 'toggle-pause' }) : null;
    if (!settings().letters || !onBoard()) return null;
    const way = letterWay(key);
    if (way) return () => send({ type: 'go', move: way, by: 'key' });
    const action = event.repeat ? null : actionOf(key);
    return (action && actions[action]) ?? null;
  }

  /** @param {KeyboardEvent} event */
  function arrow({ key, target }) {
    if (target instanceof HTMLElement && target.closest('[role="tablist"], .moves, .panel')) return null;
    if (state.playback) return key === 'ArrowLeft' ? () => send({ type: 'drive', what: 'back' }) : key === 'ArrowRight' ? () => send({ type: 'drive', what: 'on' }) : () => {};
    if (state.review) {
      const { at } = state.review;
      return () => send({ type: 'look-at', at: at + (key === 'ArrowLeft' || key === 'ArrowUp' ? -1 : 1) });
    }
    return () => send({ type: 'go', move: ARROW_KEYS[key], by: 'key' });
  }

  /** @param {KeyboardEvent} event @returns {(() => unknown) | null} */
  function playbackKey({ key, target }) {
    /** @type {Record<string, () => void>} */
    const keys = {
      ',': () => send({ type: 'drive', what: 'back' }), '.': () => send({ type: 'drive', what: 'on' }), '<': () => send({ type: 'drive', what: 'start' }), '>': () => send({ type: 'drive', what: 'end' }),
      Home: () => send({ type: 'drive', what: 'start' }), End: () => send({ type: 'drive', what: 'end' }),
    };
    if (key === ' ') return target instanceof HTMLButtonElement && !onBoard() ? null : () => send({ type: 'drive', what: 'toggle' });
    return keys[key] ?? null;
  }

  function holdPeek() {
    peeked = false;
    held = setTimeout(function next() {
      peeked = true;
      send({ type: 'peek' });
      held = setTimeout(next, GRADE);
    }, HOLD);
  }
}

/** @param {EventTarget | null} target */
function isWriting(target) {
  return target instanceof HTMLElement &&
    (target.isContentEditable || /^(TEXTAREA|SELECT)$/.test(target.tagName) || (target instanceof HTMLInputElement && target.type !== 'checkbox'));
}
