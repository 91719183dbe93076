/**
 * The algorithms line by line. The lines, and which of them a step stands on, are the service's (`/trace`); here they are
 * only said in the page's language, by their English text.
 */

import { t } from '../i18n.js';

/** @typedef {{ text: string, indent: number }} CodeLine */

/** Spaces of one step to the right in the service's lines. */
const STEP = 4;

/** A line in the page's language; one that has no translation yet stays as it came. @param {string} line @returns {CodeLine} */
export function sayLine(line) {
  const words = line.trimStart();
  return { text: t(words), indent: Math.floor((line.length - words.length) / STEP) };
}
