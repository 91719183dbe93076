/**
 * The solvers, heuristics and encodings of the catalogue, for menus and addresses.
 *
 * The tables between the markers are written by `cargo xtask catalogue`; a test compares them with the catalogue.
 */

/**
 * @typedef {object} Solver
 * @property {string} name
 * @property {'in-process' | 'program' | 'device'} runs
 * @property {boolean} informed whether it takes a heuristic
 * @property {boolean} traceable whether its steps can be recorded
 * @property {boolean} textbook whether lessons step through it
 */

// begin of the catalogue
/** @type {readonly Solver[]} */
export const SOLVERS = [
  { name: 'auto', runs: 'in-process', informed: false, traceable: true, textbook: false },
  { name: 'bfs', runs: 'in-process', informed: false, traceable: true, textbook: true },
  { name: 'dfs', runs: 'in-process', informed: false, traceable: true, textbook: true },
  { name: 'iddfs', runs: 'in-process', informed: false, traceable: true, textbook: true },
  { name: 'ucs', runs: 'in-process', informed: false, traceable: true, textbook: true },
  { name: 'bidirectional', runs: 'in-process', informed: false, traceable: true, textbook: false },
  { name: 'greedy', runs: 'in-process', informed: true, traceable: true, textbook: true },
  { name: 'astar', runs: 'in-process', informed: true, traceable: true, textbook: true },
  { name: 'wastar', runs: 'in-process', informed: true, traceable: true, textbook: true },
  { name: 'ida', runs: 'in-process', informed: true, traceable: true, textbook: true },
  { name: 'pdb-ida', runs: 'in-process', informed: false, traceable: true, textbook: false },
  { name: 'beam', runs: 'in-process', informed: true, traceable: true, textbook: false },
  { name: 'human', runs: 'in-process', informed: false, traceable: true, textbook: false },
  { name: 'anytime', runs: 'in-process', informed: false, traceable: true, textbook: false },
  { name: 'table', runs: 'in-process', informed: false, traceable: true, textbook: false },
  { name: 'sat', runs: 'in-process', informed: true, traceable: false, textbook: false },
  { name: 'smt', runs: 'program', informed: false, traceable: false, textbook: false },
  { name: 'gpu-ida', runs: 'device', informed: false, traceable: false, textbook: false },
  { name: 'gpu-batch', runs: 'device', informed: false, traceable: false, textbook: false },
  { name: 'gpu-beam', runs: 'device', informed: false, traceable: false, textbook: false },
];

/** Heuristics that never overestimate. @type {readonly string[]} */
export const ADMISSIBLE = ['zero', 'misplaced', 'gaschnig', 'euclidean', 'manhattan', 'inversion', 'linear-conflict', 'walking-distance', 'pdb'];

/** Ways to write a puzzle as clauses. @type {readonly string[]} */
export const ENCODINGS = ['compact', 'course', 'thesis-sat'];
// end of the catalogue

/** Solvers that need no program and no device beside them: those of the page, and those that a stranger may run on the service. */
export const IN_PAGE = SOLVERS.filter((solver) => solver.runs === 'in-process').map((solver) => solver.name);

/** Whether a solver takes a heuristic. @param {string} name */
export const isInformed = (name) => SOLVERS.some((solver) => solver.name === name && solver.informed);

/** Whether a solver's search can be recorded node by node. @param {string} name */
export const isTraceable = (name) => SOLVERS.some((solver) => solver.name === name && solver.traceable);
