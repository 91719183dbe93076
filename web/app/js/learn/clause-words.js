/**
 * The service's words for clauses, taken apart so that they can be said in other languages.
 */

/** @typedef {{ id: string, params: Record<string, string> }} Literal */
/** @typedef {{ when: Literal[], then: Literal[] }} Clause */

const AT = 'row (?<r>\\d+) column (?<c>\\d+)';

/** What a literal says, by the id of its text. */
const LITERALS = /** @type {[string, RegExp][]} */ ([
  ['lit_blank_not', `the blank is not in ${AT} at step (?<s>\\d+)`],
  ['lit_blank', `the blank is in ${AT} at step (?<s>\\d+)`],
  ['lit_tile_not', `tile (?<t>\\d+) is not in ${AT} at step (?<s>\\d+)`],
  ['lit_tile', `tile (?<t>\\d+) is in ${AT} at step (?<s>\\d+)`],
  ['lit_swap_not', `${AT} and row (?<r2>\\d+) column (?<c2>\\d+) do not swap after step (?<s>\\d+)`],
  ['lit_swap', `${AT} and row (?<r2>\\d+) column (?<c2>\\d+) swap after step (?<s>\\d+)`],
  ['lit_away', 'the move after step (?<s>\\d+) takes a tile away from its goal'],
  ['lit_away_not', 'the move after step (?<s>\\d+) does not take a tile away from its goal'],
  ['lit_count', 'at least (?<n>\\d+) moves before step (?<s>\\d+) took a tile away from its goal'],
  ['lit_other', `${AT} holds another tile than two steps before at step (?<s>\\d+)`],
  ['lit_home', 'all tiles are home at step (?<s>\\d+)'],
].map(([id, pattern]) => [id, new RegExp(`^${pattern}`)]));

/** Literals joined by a word; null where something else is among them. @param {string} text @param {string} joint @returns {Literal[] | null} */
function literals(text, joint) {
  const found = [];
  let rest = text;
  while (rest) {
    const hit = LITERALS.map(([id, pattern]) => ({ id, match: pattern.exec(rest) })).find(({ match }) => match);
    if (!hit?.match) return null;
    found.push({ id: hit.id, params: { ...hit.match.groups } });
    rest = rest.slice(hit.match[0].length);
    if (rest.startsWith(joint)) rest = rest.slice(joint.length);
    else if (rest) return null;
  }
  return found;
}

/** A clause in words taken apart; null where it cannot be. @param {string} text @returns {Clause | null} */
export function readClause(text) {
  const body = text.trim().replace(/\.$/, '');
  const [condition, consequence] = body.startsWith('if ') ? body.slice(3).split(', then ') : ['', body];
  const when = condition ? literals(condition, ' and ') : [];
  const then = consequence === undefined ? null : literals(consequence, ', or ');
  return when && then && then.length > 0 ? { when, then } : null;
}

/** The id of a family of clauses. @param {string} encoding @param {string} name */
export const familyId = (encoding, name) => `fam_${encoding}_${name}`.replace(/[^a-z0-9]+/gi, '_');
