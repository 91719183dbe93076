/**
 * Texts by id in the language chosen: flat JSON files under /i18n/LANGUAGE/BUNDLE.json.
 */

export const LANGUAGES = /** @type {const} */ ({ en: 'English', de: 'Deutsch', fr: 'Français', es: 'Español', ar: 'العربية' });

/** @type {Record<string, string>} */
let texts = {};
let language = 'en';

/** The language in use. */
export const currentLanguage = () => language;

/** Loads bundles ('common', 'play', …) of the page's language, which theme.js has chosen; English where that fails. @param {string[]} bundles */
export async function load(bundles) {
  language = document.documentElement.lang;
  const files = await Promise.all(bundles.map(async (bundle) => {
    const get = async (/** @type {string} */ tag) => {
      const answer = await fetch(new URL(`../i18n/${tag}/${bundle}.json`, import.meta.url));
      if (!answer.ok) throw new Error(`${answer.status} for ${tag}/${bundle}`);
      return /** @type {Record<string, string>} */ (await answer.json());
    };
    return get(language).catch(() => get('en'));
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

/** Made once for each: making one takes longer than all else that a frame writes. @type {Map<string, Intl.NumberFormat>} */
const formats = new Map();

/** The language with the digits that boards have. */
export const numberLanguage = () => `${language}-u-nu-latn`;

/** A number as the language writes it. @param {number} value @param {Intl.NumberFormatOptions} [options] */
export function numberText(value, options = {}) {
  const key = `${language} ${JSON.stringify(options)}`;
  const format = formats.get(key) ?? new Intl.NumberFormat(numberLanguage(), options);
  formats.set(key, format);
  return format.format(value);
}

/** A whole number with its digits in groups. Small ones have none, and need nothing of the language. @param {number} count */
export const grouped = (count) => (count >= 0 && count < 1000 ? String(count) : numberText(count));

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
