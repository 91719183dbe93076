/**
 * Rows of measurements: reading them, and what they come to. No page in here.
 *
 * A folder of `taquin bench run` holds `rows.jsonl` (one JSON object a line) and the same as `rows.csv`.
 */

import { csvFields } from '../csv.js';

/**
 * One run, as far as the page looks at it.
 * @typedef {object} Run
 * @property {string} configuration @property {string} instance @property {string} status
 * @property {number | null} length @property {boolean} proven
 * @property {number | null} expanded @property {number | null} generated
 * @property {number} seconds @property {number | null} memory @property {number | null} limit
 */

/** @typedef {'time' | 'nodes'} Measure */

/** Rows beyond this many are left to the command line. */
export const MOST_ROWS = 200_000;

const SOLVED = new Set(['optimal', 'solved']);
/** Whether a run gave a solution. @param {Run} run */
export const isSolved = (run) => SOLVED.has(run.status);

/** @param {any} value @returns {number | null} */
const number = (value) => (value === null || value === undefined || value === '' || Number.isNaN(Number(value)) ? null : Number(value));

/** A run from the columns of a row; null where it is none. @param {Record<string, any>} row @returns {Run | null} */
export function runOf(row) {
  const seconds = number(row.solve_s);
  if (seconds === null || !row.status || !row.instance_id) return null;
  const plain = row.heuristic ? `${row.algorithm}/${row.heuristic}` : row.algorithm;
  return {
    configuration: String(row.configuration || plain),
    instance: `${row.instance_id}#${row.repeat ?? 0}`,
    status: String(row.status),
    length: number(row.length),
    proven: row.proven === true || row.proven === 'true',
    expanded: number(row.expanded),
    generated: number(row.generated),
    seconds,
    memory: number(row.peak_mem_bytes),
    limit: number(row.time_limit_s),
  };
}

/** Reads rows line by line, JSON or CSV by the look of the first. */
export class RowReader {
  /** @type {Run[]} */ runs = [];
  /** Lines that are no rows. */ bad = 0;
  /** Whether there were more than can be shown. */ full = false;
  /** @type {string[] | null} */ #columns = null;
  #first = true;
  #rest = '';

  /** Takes a piece of the file. @param {string} text @param {boolean} [last] */
  push(text, last = false) {
    const lines = (this.#rest + text).split(/\r?\n/);
    this.#rest = last ? '' : lines.pop() ?? '';
    for (const line of lines) if (line.trim()) this.#line(line);
  }

  /** @param {string} line */
  #line(line) {
    if (this.#first) {
      this.#first = false;
      if (!line.startsWith('{')) {
        this.#columns = csvFields(line);
        return;
      }
    }
    if (this.runs.length >= MOST_ROWS) {
      this.full = true;
      return;
    }
    const run = this.#read(line);
    if (run) this.runs.push(run);
    else this.bad += 1;
  }

  /** @param {string} line @returns {Run | null} */
  #read(line) {
    if (this.#columns) {
      const fields = csvFields(line);
      return runOf(Object.fromEntries(this.#columns.map((name, i) => [name, fields[i]])));
    }
    try {
      return runOf(JSON.parse(line));
    } catch {
      return null;
    }
  }
}

/** What a run took. @param {Run} run @param {Measure} measure */
export const valueOf = (run, measure) => (measure === 'time' ? run.seconds : run.expanded);

/** A quantile of sorted numbers, between neighbours in proportion. @param {number[]} sorted @param {number} part */
export function quantile(sorted, part) {
  if (sorted.length === 0) return NaN;
  const at = (sorted.length - 1) * part;
  const low = Math.floor(at);
  return sorted[low] + ((sorted[low + 1] ?? sorted[low]) - sorted[low]) * (at - low);
}

/** Runs by configuration, in the order they first appear. @param {Run[]} runs @returns {Map<string, Run[]>} */
export function byConfiguration(runs) {
  /** @type {Map<string, Run[]>} */
  const groups = new Map();
  for (const run of runs) {
    const group = groups.get(run.configuration);
    if (group) group.push(run);
    else groups.set(run.configuration, [run]);
  }
  return groups;
}

/** The values of solved runs, sorted. @param {Run[]} runs @param {Measure} measure */
export function solvedValues(runs, measure) {
  const values = runs.filter(isSolved).map((run) => valueOf(run, measure));
  return /** @type {number[]} */ (values.filter((value) => value !== null)).sort((a, b) => a - b);
}

/**
 * What a configuration's runs come to. PAR-2: the mean time, where a run without a solution counts twice its limit.
 * @param {Run[]} runs
 */
export function summary(runs) {
  const times = solvedValues(runs, 'time');
  const nodes = solvedValues(runs, 'nodes');
  const lengths = runs.filter(isSolved).map((run) => run.length ?? 0);
  const penalised = runs.map((run) => (isSolved(run) ? run.seconds : 2 * (run.limit ?? run.seconds)));
  const mean = (/** @type {number[]} */ values) => (values.length === 0 ? NaN : values.reduce((a, b) => a + b, 0) / values.length);
  return {
    runs: runs.length,
    solved: lengths.length,
    proven: runs.filter((run) => run.proven).length,
    length: mean(lengths),
    time: quantile(times, 0.5),
    par2: mean(penalised),
    nodes: quantile(nodes, 0.5),
    memory: Math.max(0, ...runs.slice(0, 5000).map((run) => run.memory ?? 0)),
  };
}

/**
 * Two configurations instance by instance; a run without a solution is at its limit and marked.
 * @param {Run[]} a @param {Run[]} b @param {Measure} measure
 * @returns {{ x: number, y: number, out: boolean, instance: string }[]}
 */
export function pairs(a, b, measure) {
  const others = new Map(b.map((run) => [run.instance, run]));
  /** @type {{ x: number, y: number, out: boolean, instance: string }[]} */
  const found = [];
  for (const run of a) {
    const other = others.get(run.instance);
    const [x, y] = [valueOf(run, measure), other ? valueOf(other, measure) : null];
    if (other && x !== null && y !== null) found.push({ x, y, out: !isSolved(run) || !isSolved(other), instance: run.instance });
  }
  return found;
}
