/**
 * Pictures on the tiles: one of the player's own, or one of those drawn here.
 */

import { toggle } from '../dialogs.js';
import { t } from '../i18n.js';
import { el } from '../shell.js';
import { change, read, settings, write } from '../store.js';

/** @typedef {{rows: number, cols: number}} Shape */

/** The longest side of a kept picture; larger ones would fill the store. */
const SIDE = 800;
/** The longest side of a small one that is chosen from. */
const SMALL = 112;

/** Pictures that need no file; each fills a canvas of any shape, and no two parts of one are alike. @type {Record<string, (context: CanvasRenderingContext2D, w: number, h: number) => void>} */
const SAMPLES = { hills, waves, kites };

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
      if (picture) keep(await shrink(picture, shape()));
    } catch {
      onBad();
    }
  });
  const samples = Object.keys(SAMPLES).map((name) => el('button', {
    type: 'button', class: 'picture-sample', 'data-sample': name, 'aria-label': t(`picture_${name}`), title: t(`picture_${name}`), onclick: () => keep(drawn(name, shape(), SIDE).toDataURL('image/jpeg', 0.85)),
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

/** A canvas in the board's shape. @param {Shape} shape @param {number} side its longest */
function canvasOf({ rows, cols }, side) {
  const scale = side / Math.max(rows, cols);
  return el('canvas', { width: Math.round(cols * scale), height: Math.round(rows * scale) });
}

/** The middle of a picture in the board's shape, as a data address. @param {Blob} picture @param {Shape} shape */
async function shrink(picture, shape) {
  const bitmap = await createImageBitmap(picture);
  const canvas = canvasOf(shape, SIDE);
  const zoom = Math.max(canvas.width / bitmap.width, canvas.height / bitmap.height);
  const [w, h] = [bitmap.width * zoom, bitmap.height * zoom];
  canvas.getContext('2d')?.drawImage(bitmap, (canvas.width - w) / 2, (canvas.height - h) / 2, w, h);
  return canvas.toDataURL('image/jpeg', 0.85);
}

/** @param {string} name @param {Shape} shape @param {number} side */
function drawn(name, shape, side) {
  const canvas = canvasOf(shape, side);
  const context = canvas.getContext('2d');
  if (context) SAMPLES[name](context, canvas.width, canvas.height);
  return canvas;
}

/** A sun over hills. @param {CanvasRenderingContext2D} context @param {number} w @param {number} h */
function hills(context, w, h) {
  const sky = context.createLinearGradient(0, 0, 0, h);
  for (const [at, colour] of /** @type {const} */ ([[0, '#24396b'], [0.45, '#d9788a'], [0.7, '#f8c99b']])) sky.addColorStop(at, colour);
  context.fillStyle = sky;
  context.fillRect(0, 0, w, h);
  context.fillStyle = '#fff1c9';
  context.beginPath();
  context.arc(w * 0.68, h * 0.4, Math.min(w, h) * 0.11, 0, 7);
  context.fill();
  ['#a0577d', '#6d4377', '#45336a', '#241f4d'].forEach((colour, i) => {
    context.fillStyle = colour;
    context.beginPath();
    context.moveTo(0, h);
    for (let x = 0; x <= 60; x++) {
      const at = x / 60;
      context.lineTo(at * w, h * (0.52 + i * 0.12 + 0.06 * Math.sin(at * (5 + i * 2.3) + i * 2) + 0.03 * Math.sin(at * 13 + i)));
    }
    context.lineTo(w, h);
    context.fill();
  });
}

/** Rings of light on water. @param {CanvasRenderingContext2D} context @param {number} w @param {number} h */
function waves(context, w, h) {
  const far = Math.hypot(w, h);
  for (let i = 30; i > 0; i--) {
    context.fillStyle = `hsl(${165 + i * 3.2} ${55 + (i % 3) * 9}% ${24 + (i % 5) * 9 + i * 0.5}%)`;
    context.beginPath();
    context.ellipse(w * 0.36, h * 0.3, (far * i) / 27, (far * i) / 33, 0.5, 0, 7);
    context.fill();
  }
}

/** Kites of every colour. @param {CanvasRenderingContext2D} context @param {number} w @param {number} h */
function kites(context, w, h) {
  const n = 7;
  for (let row = 0; row < n; row++) {
    for (let col = 0; col < n; col++) {
      const hue = (row * 47 + col * 23 + row * col * 11) % 360;
      const [x, y, a, b] = [(col * w) / n, (row * h) / n, w / n, h / n];
      [[0, 0, 62], [1, 0, 48], [1, 1, 36], [0, 1, 54]].forEach(([dx, dy, light], i) => {
        context.fillStyle = `hsl(${(hue + i * 14) % 360} 62% ${light}%)`;
        context.beginPath();
        context.moveTo(x + dx * a, y + dy * b);
        context.lineTo(x + (i % 2 ? 1 - dx : dx) * a, y + (i % 2 ? dy : 1 - dy) * b);
        context.lineTo(x + a * (0.35 + 0.3 * (((row + col) % 3) / 2)), y + b * 0.5);
        context.fill();
      });
    }
  }
}
