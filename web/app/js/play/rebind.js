/**
 * Changing the letter keys.
 */

import { bindings } from '../bindings.js';
import { choice, openDialog } from '../dialogs.js';
import { t } from '../i18n.js';
import { announce, el } from '../shell.js';
import { change, settings } from '../store.js';

/** The texts of what the keys do. @type {Record<Action, string>} */
const NAMES = {
  up: 'rebind_up', left: 'rebind_left', down: 'rebind_down', right: 'rebind_right', hint: 'key_hint', peek: 'key_peek',
  new: 'key_new', restart: 'key_restart', solve: 'key_solve', bar: 'key_bar',
};

/** Sets of keys to choose from; what they do not name stays as it is by default. @type {Record<string, Partial<Record<Action, string>>>} */
const PRESETS = { wasd: {}, hjkl: { left: 'h', down: 'j', up: 'k', right: 'l', hint: 'i', peek: 'I' } };

/** Whether a key can be given to an action: one sign that nothing else needs. @param {string} key */
const canBind = (key) => key.length === 1 && !' ?,.<>'.includes(key);

/** Gives an action another key; the action that had it gets the one that comes free. @param {Action} action @param {string} key */
function bind(action, key) {
  const now = bindings();
  const other = /** @type {Action | undefined} */ (Object.keys(now).find((name) => now[/** @type {Action} */ (name)] === key));
  change({ keys: { ...now, ...(other ? { [other]: now[action] } : {}), [action]: key } });
}

/** @param {string} name of `PRESETS` */
const usePreset = (name) => change({ keys: PRESETS[name] ?? {} });

/** How a key is written: capitals are made with Shift. @param {string} key */
export const keyText = (key) => (key !== key.toLowerCase() ? `Shift ${key}` : key.toUpperCase());

/** Opens the dialog. */
export function openRebind() {
  const rows = el('tbody');
  const note = el('p', { class: 'soft', role: 'status' });
  /** The action that waits for its key. @type {Action | null} */
  let waiting = null;

  const say = (/** @type {string} */ text) => {
    note.textContent = text;
  };
  const preset = () => Object.keys(PRESETS).find((name) => JSON.stringify({ ...bindings(), ...PRESETS[name] }) === JSON.stringify(bindings())
    && Object.keys(settings().keys).every((action) => settings().keys[action] === PRESETS[name][/** @type {Action} */ (action)])) ?? '';

  /** @param {Action | null} focused whose button gets the focus */
  function draw(focused = null) {
    const now = bindings();
    rows.replaceChildren(...Object.entries(NAMES).map(([name, id]) => {
      const action = /** @type {Action} */ (name);
      const button = el('button', { type: 'button', class: 'b small', 'data-bind': action, 'aria-label': t('rebind_change', { what: t(id), key: keyText(now[action]) }), onclick: () => wait(action) },
        waiting === action ? t('rebind_press') : t('rebind'));
      return el('tr', {}, el('td', {}, t(id)), el('td', {}, el('kbd', {}, keyText(now[action]))), el('td', { class: 'num' }, button));
    }));
    sets.replaceChildren(choice('rebind_set', [['wasd', 'W A S D'], ['hjkl', 'H J K L'], ...(preset() ? [] : [/** @type {const} */ (['', t('rebind_own')])])], preset(), (name) => {
      usePreset(name);
      say(t('rebind_done'));
      draw();
    }));
    const target = focused && rows.querySelector(`[data-bind="${focused}"]`);
    if (target instanceof HTMLElement) target.focus();
  }

  /** @param {Action} action */
  function wait(action) {
    waiting = waiting === action ? null : action;
    say(waiting ? t('rebind_press') : '');
    draw(action);
  }

  const sets = el('div', { class: 'form' });
  const dialog = openDialog(t('rebind_title'), el('p', { class: 'soft' }, t('rebind_about')), sets, el('table', { class: 'rebind' }, rows), note);
  dialog.addEventListener('keydown', (event) => {
    const action = waiting;
    if (!action || ['Shift', 'Tab', 'Control', 'Alt', 'Meta'].includes(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    waiting = null;
    if (event.key === 'Escape') say('');
    else if (canBind(event.key)) {
      bind(action, event.key);
      say(t('rebind_now', { what: t(NAMES[action]), key: keyText(event.key) }));
    } else say(t('rebind_bad'));
    announce(note.textContent ?? '');
    draw(action);
  });
  draw();
}
