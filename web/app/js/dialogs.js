/**
 * Dialogs, the controls in them, the clipboard and files: what a page needs when it is asked for more.
 */

import { LANGUAGES, t } from './i18n.js';
import { el, icon } from './shell.js';
import { change, settings } from './store.js';

/** Controls for theme and language, for the header's dialog and for settings. */
export function displayForm() {
  const now = settings();
  const theme = choice('theme', ['auto', 'light', 'dark', 'contrast'].map((id) => [id, t(`theme_${id}`)]), now.theme,
    (value) => change({ theme: /** @type {any} */ (value) }));
  const language = choice('language', [['', t('language_auto')], ...Object.entries(LANGUAGES)], now.language, (value) => {
    change({ language: /** @type {any} */ (value) });
    location.reload();
  });
  return el('div', { class: 'form' }, theme, language);
}

/**
 * A labelled select; the label is the text of `id`.
 * @param {string} id @param {(readonly [string, string])[]} options @param {string} value
 * @param {(value: string) => void} onPick
 */
export function choice(id, options, value, onPick) {
  const select = el('select', { name: id, onchange: () => onPick(select.value) },
    ...options.map(([key, text]) => el('option', { value: key, selected: key === value }, text)));
  return el('label', { class: 'field' }, el('span', {}, t(id)), select);
}

/**
 * A labelled switch; the label is the text of `id`.
 * @param {string} id @param {boolean} value @param {(on: boolean) => void} onPick
 */
export function toggle(id, value, onPick) {
  const box = el('input', { type: 'checkbox', name: id, role: 'switch', checked: value, onchange: () => onPick(box.checked) });
  return el('label', { class: 'field' }, el('span', {}, t(id)), box);
}

/* ---- dialogs ------------------------------------------------------------------------------ */

/**
 * Opens a dialog with a title and a close button; Esc closes it and focus goes back.
 * @param {string} title @param {...(Node | string)} content
 * @returns {HTMLDialogElement}
 */
export function openDialog(title, ...content) {
  const heading = el('h2', { id: 'dialog-title' }, title);
  const close = el('button', { class: 'icon-button close', 'aria-label': t('close'), onclick: () => dialog.close() },
    icon('M6 6l12 12M18 6 6 18'));
  const dialog = el('dialog', { 'aria-labelledby': 'dialog-title' },
    el('div', { class: 'dialog-head' }, heading, close), el('div', { class: 'dialog-body' }, ...content));
  dialog.addEventListener('close', () => dialog.remove());
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close();
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** Puts text on the clipboard; whether it could. @param {string} text */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Offers a text as a file. @param {string} name @param {string} type @param {string} text */
export function download(name, type, text) {
  saveFile(name, new Blob([text], { type }));
}

/** Offers a file. @param {string} name @param {Blob} content */
export function saveFile(name, content) {
  const url = URL.createObjectURL(content);
  el('a', { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
