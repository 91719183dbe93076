/**
 * Pictures on the tiles: one of the player's own, or one of those drawn here.
 */

import { toggle } from '../dialogs.js';
import { askText } from '../engine/results.js';
import { t } from '../i18n.js';
import { el } from '../shell.js';
import { change, read, settings, write } from '../store.js';

/** @typedef {{rows: number, cols: number}} Shape */

/** The longest side of a kept picture; larger ones would fill the store. */
const SIDE = 800;
/** The longest side of a small one that is chosen from. */
const SMALL = 112;

/** Pictures that need no file. */
const SAMPLES = ['hills', 'waves', 'kites'];

/** The part of the settings that is about pictures. @param {() => Shape} shape of the board @param {() => void} onBad called for a file that is no picture */
export function pictureForm(shape, onBad) {
  const file = el('input', { type: 'file', accept: 'image/*', class: 'unseen', tabindex: '-1', 'aria-hidden': 'true', id: 'picture-file' });
  const whole = el('img', { class: 'picture-whole', alt: t('picture_whole') });
  const keep = (/** @type {string} */ picture) => {
    write('picture', picture || undefined);
    show();
    change({});
  };
  const show = () => {
    const kept = read('picture', '');
    whole.hidden = !kept.startsWith('data:image/');
    whole.src = whole.hidden ? 'data:,' : kept;
  };
  show();
  file.addEventListener('change', async () => {
    try {
      const picture = file.files?.[0];
      if (picture) keep(shrunk(await createImageBitmap(picture), shape()));
    } catch {
      onBad();
    }
  });
  const samples = SAMPLES.map((name) => el('button', {
    type: 'button', class: 'picture-sample', 'data-sample': name, 'aria-label': t(`picture_${name}`), title: t(`picture_${name}`), onclick: async () => {
      const picture = drawn(name, shape(), SIDE);
      await picture.decode();
      keep(shrunk(picture, shape()));
    },
  }, drawn(name, { rows: 1, cols: 1 }, SMALL)));
  return [
    el('h2', {}, t('picture')),
    el('div', { class: 'row-of-buttons' }, ...samples),
    el('div', { class: 'row-of-buttons' },
      el('button', { type: 'button', class: 'b small', onclick: () => file.click() }, t('picture_choose')),
      el('button', { type: 'button', class: 'b small q', onclick: () => keep('') }, t('picture_remove')), file),
    toggle('picture_numbers', settings().numbers, (numbers) => change({ numbers })),
    whole,
  ];
}

/** Width and height of the board's shape. @param {Shape} shape @param {number} side the longest */
function sizeOf({ rows, cols }, side) {
  const scale = side / Math.max(rows, cols);
  return { width: Math.round(cols * scale), height: Math.round(rows * scale) };
}

/** The middle of a picture in the board's shape, as a data address. @param {HTMLImageElement | ImageBitmap} picture @param {Shape} shape */
function shrunk(picture, shape) {
  const canvas = el('canvas', sizeOf(shape, SIDE));
  const zoom = Math.max(canvas.width / picture.width, canvas.height / picture.height);
  const [w, h] = [picture.width * zoom, picture.height * zoom];
  canvas.getContext('2d')?.drawImage(picture, (canvas.width - w) / 2, (canvas.height - h) / 2, w, h);
  return canvas.toDataURL('image/jpeg', 0.85);
}

/** A sample. @param {string} name @param {Shape} shape @param {number} side */
function drawn(name, shape, side) {
  const { width, height } = sizeOf(shape, side);
  return el('img', { alt: '', src: `data:image/svg+xml,${encodeURIComponent(askText('picture', name, width, height) ?? '')}` });
}
