/**
 * Clauses in the page's language, from the ids and values that the service sends beside its English text.
 */

import { t } from '../i18n.js';

/** @typedef {{ row: number, column: number }} Place */
/** @typedef {{ id: string, holds: boolean, step: number, tile?: number, cell?: Place, from?: Place, to?: Place, group?: number, count?: number }} Statement */
/** @typedef {{ when: Statement[], then: Statement[] }} Clause */

/** The text of a statement or of its denial. @param {string} id @param {boolean} holds @param {Record<string, number>} values */
const text = (id, holds, values) => t(holds ? id : `${id}_not`, values);

/** What each statement is called here. @type {Record<string, (statement: any) => string>} */
const STATEMENTS = {
  at: ({ tile, cell, step, holds }) => text(tile === 0 ? 'lit_blank' : 'lit_tile', holds, { t: tile, r: cell.row, c: cell.column, s: step }),
  swap: ({ from, to, step, holds }) => text('lit_swap', holds, { r: from.row, c: from.column, r2: to.row, c2: to.column, s: step }),
  away: ({ group, step, holds }) => text(group ? 'lit_away_group' : 'lit_away', holds, { g: group, s: step }),
  // Not as many as n are at most n - 1.
  count: ({ group, count, step, holds }) => {
    const n = holds ? count : count - 1;
    return text(group ? 'lit_count_group' : 'lit_count', holds, { g: group, n, count: n, s: step });
  },
  solved: ({ step, holds }) => text('lit_home', holds, { s: step }),
  differs: ({ cell, step, holds }) => text('lit_other', holds, { r: cell.row, c: cell.column, s: step }),
};

/** A clause as a sentence; the service's own words where it says something new. @param {{ sample: string, clause?: Clause }} family */
export function sayClause({ sample, clause }) {
  const all = clause ? [...clause.when, ...clause.then] : [];
  if (!clause || clause.then.length === 0 || all.some(({ id }) => !(id in STATEMENTS))) return sample;
  const join = (/** @type {Statement[]} */ statements, /** @type {string} */ word) => statements.map((statement) => STATEMENTS[statement.id](statement)).join(word);
  const then = join(clause.then, t('clause_or'));
  const whole = clause.when.length === 0 ? then : t('clause_if', { when: join(clause.when, t('clause_and')), then });
  return `${whole.charAt(0).toUpperCase()}${whole.slice(1)}.`;
}

/** The id of a family of clauses. @param {string} encoding @param {string} name */
export const familyId = (encoding, name) => `fam_${encoding}_${name}`.replace(/[^a-z0-9]+/gi, '_');
