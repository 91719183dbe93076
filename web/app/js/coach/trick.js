/**
 * "Show me the trick": the last two tiles of a line as a strip of pictures.
 *
 * The method has two set-ups, each the mirror of the other; which one fits the board better, the service's sentences
 * tell. The pictures follow them, so that what is shown is what is said and done.
 */

import { t } from '../i18n.js';
import { el } from '../shell.js';
import { miniBoard } from '../mini-board.js';

/**
 * Which of the two set-ups a stage is about; null where it needs neither.
 * @param {{ sentences?: { id: string }[] }} stage @returns {'plain' | 'mirrored' | null}
 */
export function setUpOf({ sentences = [] }) {
  if (sentences.some(({ id }) => id === 'mirrored')) return 'mirrored';
  return sentences.some(({ id }) => id === 'set-up') ? 'plain' : null;
}

/**
 * The four pictures for a pair: why it cannot be done one by one, the set-up, and the two slides.
 * `a` comes first in the line, `b` last. Plain, `b` waits at the place of `a`; mirrored, `a` waits in the corner.
 * @param {'row' | 'column'} kind @param {number} a @param {number} b @param {boolean} [mirrored]
 */
export function frames(kind, a, b, mirrored = false) {
  const [x, none] = ['·', 0];
  if (mirrored) {
    return kind === 'row'
      ? [`${x} ${a} ${x}/${x} ${none} ${b}`, `${x} ${none} ${a}/${x} ${x} ${b}`, `${x} ${a} ${none}/${x} ${x} ${b}`, `${x} ${a} ${b}/${x} ${x} ${none}`]
      : [`${a} ${none} ${x}/${x} ${b} ${x}`, `${none} ${x} ${x}/${a} ${b} ${x}`, `${a} ${x} ${x}/${none} ${b} ${x}`, `${a} ${x} ${x}/${b} ${none} ${x}`];
  }
  return kind === 'row'
    ? [`${x} ${a} ${x}/${x} ${none} ${b}`, `${x} ${b} ${none}/${x} ${a} ${x}`, `${x} ${none} ${b}/${x} ${a} ${x}`, `${x} ${a} ${b}/${x} ${none} ${x}`]
    : [`${a} ${none} ${x}/${x} ${b} ${x}`, `${b} ${a} ${x}/${none} ${x} ${x}`, `${none} ${a} ${x}/${b} ${x} ${x}`, `${a} ${none} ${x}/${b} ${x} ${x}`];
}

/** @param {'row' | 'column'} kind @param {number} a @param {number} b @param {boolean} mirrored */
export function trick(kind, a, b, mirrored) {
  const moved = mirrored ? [undefined, undefined, a, b] : [undefined, undefined, b, a];
  return el('ol', { class: 'trick' }, ...frames(kind, a, b, mirrored).map((text, i) => el('li', { class: i === 0 ? 'not' : null },
    miniBoard(text, { moved: moved[i] }),
    el('p', {}, t(`trick_${kind}${mirrored && i > 0 ? '_mirrored' : ''}_${i + 1}`, { a, b })))));
}
