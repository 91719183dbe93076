/**
 * Texts by id in the language chosen: flat JSON files under /i18n/LANGUAGE/BUNDLE.json.
 *
 * @module i18n
 */

import { settings } from './store.js';

export const LANGUAGES = /** @type {const} */ ({ en: 'English', de: 'Deutsch', fr: 'Français', es: 'Español', ar: 'العربية' });

/** Languages that are written from right to left. */
const RIGHT_TO_LEFT = ['ar'];
/** What a language that is not finished has; a page that needs more is in English. @type {Record<string, string[]>} */
const PARTS = { ar: ['common', 'play', 'play-more', 'embed'] };

/** @type {Record<string, string>} */
let texts = {};
let language = 'en';
let isDecided = false;

/** The language in use. */
export const currentLanguage = () => language;

/** The language chosen, or the first of the browser's that there is. */
export function preferredLanguage() {
  const chosen = settings().language;
  const wanted = chosen ? [chosen] : navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase());
  return wanted.find((tag) => tag in LANGUAGES) ?? 'en';
}

/**
 * Loads bundles ('common', 'play', …) of the preferred language, English where that fails.
 * @param {string[]} bundles
 */
export async function load(bundles) {
  const wanted = preferredLanguage();
  const has = (/** @type {string} */ bundle) => PARTS[wanted]?.includes(bundle) ?? true;
  // The first bundles decide for the page; what comes later may be in English by itself.
  if (!isDecided) language = bundles.every(has) ? wanted : 'en';
  isDecided = true;
  document.documentElement.lang = language;
  document.documentElement.dir = RIGHT_TO_LEFT.includes(language) ? 'rtl' : 'ltr';
  const files = await Promise.all(bundles.map(async (bundle) => {
    const get = async (/** @type {string} */ tag) => {
      const answer = await fetch(new URL(`../i18n/${tag}/${bundle}.json`, import.meta.url));
      if (!answer.ok) throw new Error(`${answer.status} for ${tag}/${bundle}`);
      return /** @type {Record<string, string>} */ (await answer.json());
    };
    return has(bundle) ? get(language).catch(() => get('en')) : get('en');
  }));
  texts = Object.assign({}, texts, ...files);
}

/** Puts texts in place without a server; for tests. @param {Record<string, string>} given @param {string} [tag] */
export function provide(given, tag = 'en') {
  texts = { ...texts, ...given };
  language = tag;
}

/** The text of an id, or a fallback where there is none. @param {string} id @param {string} fallback */
export const tOr = (id, fallback) => texts[id] ?? fallback;

/**
 * The text of an id with its placeholders filled. With a number in `params.count`, `id_one` and the
 * like win over `id`, by the language's plural rules; `{n|move|moves}` inside a text is the form for the number n
 * (languages with six forms list zero, one, two, few, many, other). An unknown id is shown as it is.
 * @param {string} id @param {Record<string, string | number>} [params]
 */
export function t(id, params = {}) {
  const count = params.count;
  const plural = typeof count === 'number' ? `_${new Intl.PluralRules(language).select(count)}` : '';
  const text = (plural && texts[id + plural]) || texts[id] || id;
  const worded = text.replace(/\{(\w+)\|([^}]*)\}/g, (_, name, forms) => formFor(params[name], forms.split('|')));
  return worded.replace(/\{(\w+)\}/g, (whole, name) => (name in params ? String(params[name]) : whole));
}

const CATEGORIES = ['zero', 'one', 'two', 'few', 'many', 'other'];

/** The form of a word that goes with a number, which may be written in groups. @param {string | number | undefined} number @param {string[]} forms */
function formFor(number, forms) {
  const digits = String(number ?? '').replace(/\D/g, '');
  const category = digits ? new Intl.PluralRules(language).select(Number(digits)) : 'other';
  if (forms.length === 2) return forms[category === 'one' ? 0 : 1];
  return forms[CATEGORIES.indexOf(category)] ?? forms[forms.length - 1];
}

/** Made once for each language: making one takes longer than all else that a frame writes. @type {Map<string, Intl.NumberFormat>} */
const formats = new Map();

/** A whole number with its digits in groups, as the language writes it. @param {number} count */
export function grouped(count) {
  const format = formats.get(language) ?? new Intl.NumberFormat(language);
  formats.set(language, format);
  return format.format(count);
}

/** A time as clocks show it: `0:41`, `1:02:03`. @param {number} millis */
export function clockText(millis) {
  const all = Math.floor(millis / 1000);
  const [hours, minutes, seconds] = [Math.floor(all / 3600), Math.floor(all / 60) % 60, all % 60];
  const two = (/** @type {number} */ n) => String(n).padStart(2, '0');
  return hours ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}

/** A result to the hundredth, cut as competitions do: `0:41.20`, `1:02:03.45`. @param {number} millis */
export function timeText(millis) {
  const hundredths = Math.floor(Math.max(0, millis) / 10) % 100;
  return `${clockText(Math.max(0, millis))}.${String(hundredths).padStart(2, '0')}`;
}

/**
 * Fills the elements of a tree: `data-t="id"` the text, `data-t-LABEL="id"` the attribute of that
 * name (`data-t-aria-label`, `data-t-title`, `data-t-placeholder`).
 * @param {ParentNode} root
 */
export function translate(root) {
  for (const element of root.querySelectorAll('[data-t]')) {
    element.textContent = t(/** @type {HTMLElement} */ (element).dataset.t ?? '');
  }
  for (const name of ['aria-label', 'title', 'placeholder', 'content']) {
    for (const element of root.querySelectorAll(`[data-t-${name}]`)) {
      element.setAttribute(name, t(element.getAttribute(`data-t-${name}`) ?? ''));
    }
  }
}
