/**
 * What all pages share: header with the pages, bottom bar on phones, the live region, and the service worker.
 *
 * A page's HTML has `<header id="shell"></header>` first and calls `await startPage('learn')`.
 */

import { fileAddress, pageAddress } from './address.js';
import { load, t, translate } from './i18n.js';
import { onChange } from './store.js';

/** The pages in the order of the header. */
const PAGES = ['play', 'learn', 'race', 'coach', 'bench', 'daily'];
/** @param {string} page */
const addressOf = (page) => pageAddress(page === 'play' ? '' : page);
/** The page that the bar of phones leaves out: results of the command line are looked at on a desk, and Race leads there. */
const DESK = 'bench';

/** Icons of the pages: paths in a 24 × 24 picture, drawn as strokes. @type {Record<string, string>} */
const ICONS = {
  play: 'M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4z',
  learn: 'M12 5v4M12 9 6 13M12 9l6 4M12 3.5a1.5 1.5 0 1 0 0 .01M6 14.5a1.5 1.5 0 1 0 0 .01M18 14.5a1.5 1.5 0 1 0 0 .01M6 17v3M18 17v3',
  race: 'M5 21V4M5 5h13l-3 4 3 4H5',
  coach: 'M4 5h16v11H10l-5 4v-4H4z',
  daily: 'M4 6h16v14H4zM4 10h16M8 3v4M16 3v4',
  display: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 4.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5zM9 14.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z',
};

/**
 * Makes an element: `el('button', {class: 'b', onclick: f}, 'Go')`. Properties whose names start
 * with `on` become listeners; the rest become attributes, `true` an empty one, `false` none.
 *
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Node | string | null | undefined | false)} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, '');
    else if (value !== false && value != null) element.setAttribute(name, String(value));
  }
  element.append(...children.filter((child) => child != null && child !== false));
  return element;
}

/**
 * The same for SVG.
 * @param {string} tag @param {Record<string, any>} [attributes] @param {...(Node | string)} children
 */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/** The first element of the page that fits. @param {string} selector @returns {any} */
export const $ = (selector) => document.querySelector(selector);

/** An icon of 24 × 24, drawn in the text's colour. @param {string} path */
export function icon(path) {
  return svg('svg', { viewBox: '0 0 24 24', class: 'icon', 'aria-hidden': 'true' }, svg('path', { d: path }));
}

/**
 * Loads texts, builds the header, puts the page's template in place and translates the page.
 *
 * @param {'play' | 'learn' | 'race' | 'coach' | 'daily' | 'bench'} page
 * @param {string} [bundle] of its texts, where that has another name
 * @returns {Promise<{header: HTMLElement}>} the header, to which a page may append
 */
export async function startPage(page, bundle = page) {
  await load(['common', bundle]);
  const header = /** @type {HTMLElement} */ (document.getElementById('shell'));
  header.replaceChildren(
    el('a', { class: 'skip', href: '#main' }, t('skip')),
    brand(),
    nav(page, 'top'),
    displayButton(),
  );
  document.body.append(nav(page, 'bottom'), liveRegion());
  const template = $('template.page');
  template?.replaceWith(template.content);
  for (const link of document.querySelectorAll('a[data-to]')) link.setAttribute('href', pageAddress(link.getAttribute('data-to') ?? ''));
  translate(document);
  if (page !== 'play') document.title = `taquin – ${t(bundle === page ? `nav_${page}` : `${bundle}_title`)}`;
  onChange(() => dispatchEvent(new Event('taquin-settings')));
  registerWorker();
  return { header };
}

function brand() {
  const mark = el('span', { class: 'mark', 'aria-hidden': 'true' }, ...Array.from({ length: 4 }, () => el('b')));
  return el('a', { class: 'brand', href: pageAddress(''), 'aria-label': t('brand') }, mark, el('span', {}, 'taquin'));
}

/** @param {string} page @param {'top' | 'bottom'} place */
function nav(page, place) {
  const links = PAGES.filter((name) => place === 'top' || name !== DESK).map((name) => el('a',
    { href: addressOf(name), 'data-page': name, 'aria-current': name === page ? 'page' : null },
    place === 'bottom' ? icon(ICONS[name]) : null,
    el('span', {}, t(`nav_${name}`))));
  return el('nav', { class: `nav-${place}`, 'aria-label': t(`nav_${place}`) }, ...links);
}

/** Pages that take a position along, and the most cells of a board they are for. @type {Record<string, number>} */
const CARRIED = { learn: 16, race: 16, coach: 100 };

/**
 * Lets the links to the other pages take a position along: one position, several views. A solved board has nothing to
 * show; null takes nothing along.
 * @param {{cells: readonly number[], toLink: () => string} | null} board
 */
export function carryPosition(board) {
  for (const link of document.querySelectorAll('nav a[data-page]')) {
    const page = /** @type {HTMLElement} */ (link).dataset.page ?? '';
    if (!(page in CARRIED)) continue;
    const fits = board && board.cells.length <= CARRIED[page];
    link.setAttribute('href', pageAddress(page, fits ? `?b=${board.toLink()}` : ''));
  }
}

/* ---- speech ------------------------------------------------------------------------------- */

/** @type {HTMLElement | null} */
let region = null;
let flip = false;

function liveRegion() {
  region = el('div', { id: 'live', class: 'unseen', role: 'status', 'aria-live': 'polite', 'aria-atomic': 'true' });
  return region;
}

/** Speaks a text; the same text twice is spoken twice. @param {string} text */
export function announce(text) {
  if (!region || !text) return;
  flip = !flip;
  // A change no one sees or hears, without which equal texts would be one.
  region.textContent = flip ? text : `${text}\u00a0`;
}

/* ---- theme, language: the dialog comes when it is asked for -------------------------------- */

function displayButton() {
  return el('button', {
    class: 'icon-button', 'aria-label': t('display'), title: t('display'), 'aria-haspopup': 'dialog',
    onclick: async () => {
      const [{ displayForm, openDialog }] = await Promise.all([import('./dialogs.js'), needStyle('forms')]);
      openDialog(t('display'), displayForm());
    },
  }, icon(ICONS.display));
}

/** Sees to it that a style sheet of css/ is there. @param {string} name @returns {Promise<void>} */
export function needStyle(name) {
  const href = fileAddress(`css/${name}.css`);
  const there = document.querySelector(`link[href$="css/${name}.css"]`);
  const link = /** @type {HTMLLinkElement} */ (there ?? el('link', { rel: 'stylesheet', href }));
  if (!there) document.head.append(link);
  if (link.sheet) return Promise.resolve();
  return new Promise((resolve, reject) => {
    link.addEventListener('load', () => resolve(), { once: true });
    link.addEventListener('error', () => {
      link.remove();
      reject(new TypeError(`${href} cannot be had`));
    }, { once: true });
  });
}

/** The service worker fetches all there is; that must not be in the way of the page. */
function registerWorker() {
  if (!('serviceWorker' in navigator)) return;
  const register = () => void navigator.serviceWorker.register(fileAddress('sw.js')).catch(() => {});
  const later = () => ('requestIdleCallback' in globalThis ? requestIdleCallback(register, { timeout: 3000 }) : setTimeout(register, 1000));
  if (document.readyState === 'complete') later();
  else addEventListener('load', later, { once: true });
}
