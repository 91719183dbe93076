/**
 * Names of solvers and heuristics as people know them: `astar/manhattan` is "A*, Manhattan distance".
 */

import { tOr } from './i18n.js';

/** @param {string} name */
export const algorithmName = (name) => tOr(`algo_${name}`, name);
/** @param {string} name `manhattan`, `pdb:6-6-3` */
export const heuristicName = (name) => tOr(`h_${name}`, name);

/** The name of `astar/manhattan` and the like; what is not known stays as it is. @param {string} spec */
export function specName(spec) {
  const [, algorithm = spec, heuristic = ''] = /^([\w-]+)(?:\/([\w:.-]+))?$/.exec(spec) ?? [];
  return heuristic ? `${algorithmName(algorithm)}, ${heuristicName(heuristic)}` : algorithmName(algorithm);
}
