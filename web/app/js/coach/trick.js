/**
 * "Show me the trick": the last two tiles of a line as a strip of pictures.
 */

import { t } from '../i18n.js';
import { el } from '../shell.js';
import { miniBoard } from '../mini-board.js';

/**
 * The four pictures for a pair: why it cannot be done one by one, the set-up, and the two slides.
 * `a` comes first in the line, `b` last.
 * @param {'row' | 'column'} kind @param {number} a @param {number} b
 */
export function frames(kind, a, b) {
  const [x, none] = ['·', 0];
  return kind === 'row'
    ? [`${x} ${a} ${x}/${x} ${none} ${b}`, `${x} ${b} ${none}/${x} ${a} ${x}`, `${x} ${none} ${b}/${x} ${a} ${x}`, `${x} ${a} ${b}/${x} ${none} ${x}`]
    : [`${a} ${none} ${x}/${x} ${b} ${x}`, `${b} ${a} ${x}/${none} ${x} ${x}`, `${none} ${a} ${x}/${b} ${x} ${x}`, `${a} ${none} ${x}/${b} ${x} ${x}`];
}

/** @param {'row' | 'column'} kind @param {number} a @param {number} b */
export function trick(kind, a, b) {
  const moved = [undefined, undefined, b, a];
  return el('ol', { class: 'trick' }, ...frames(kind, a, b).map((text, i) => el('li', { class: i === 0 ? 'not' : null },
    miniBoard(text, { moved: moved[i] }),
    el('p', {}, t(`trick_${kind}_${i + 1}`, { a, b })))));
}
