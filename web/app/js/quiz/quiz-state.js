/**
 * "Best move?": questions, answers and the score of a round; no page, no clock, no connection.
 */

/** Questions of a round. */
export const QUESTIONS = 10;
/** Seeds between the first questions of two rounds: a board without a wrong move is passed over. */
const STRIDE = 100n;
/** A position, how far it is, and how far it is after each move. */
export class Question {
  /** @param {string} id the game ID of the position @param {Board} board @param {number} distance @param {Map<Move, number>} after */
  constructor(id, board, distance, after) {
    this.id = id;
    this.board = board;
    this.distance = distance;
    this.after = after;
  }

  /** The moves that begin a shortest solution; there is at least one. @returns {Move[]} */
  get best() {
    return [...this.after].filter(([, distance]) => distance < this.distance).map(([move]) => move);
  }

  /** How many moves longer a move makes the way: 0 or 2. @param {Move} move */
  loss(move) {
    return (this.after.get(move) ?? 0) + 1 - this.distance;
  }

  /** Whether there is something to find out: a move that loses. */
  get isFair() {
    return this.best.length < this.after.size;
  }

  /** The tile that a move slides. @param {Move} move */
  tile(move) {
    return this.board.tileOf(move);
  }
}

/** Ten questions and what was answered. */
export class Round {
  /** @type {Question[]} as far as they are known */
  questions = [];
  /** @type {Move[]} */
  answers = [];

  /** @param {Name} name */
  constructor(name) {
    this.name = name;
  }

  /** The question to answer, or the one answered last while that is looked at; null before the first is there. @returns {Question | null} */
  question(at = this.answers.length) {
    return this.questions[at] ?? null;
  }

  /** Notes an answer; whether it was right. @param {Move} move */
  answer(move) {
    const question = this.question();
    if (!question || this.isOver || !question.after.has(move)) return null;
    this.answers.push(move);
    return question.loss(move) === 0;
  }

  /** Whether each answer so far was right. @returns {boolean[]} */
  get marks() {
    return this.answers.map((move, at) => this.questions[at].loss(move) === 0);
  }

  get score() {
    return this.marks.filter(Boolean).length;
  }

  get isOver() {
    return this.answers.length === QUESTIONS;
  }

  /** The round as data. */
  save() {
    return { name: nameText(this.name), answers: this.answers.join('') };
  }
}

/** `3x3:medium:20481`. @param {Name} name */
export const nameText = ({ size, level, seed }) => `${size.rows}x${size.cols}:${level}:${seed}`;

/** The seed of a round with this number: rounds share no board. @param {bigint} number */
export const seedOf = (number) => number * STRIDE;

/**
 * The questions of a round, one after the other: those boards from the round's seed on that have a wrong move.
 * @param {Name} name
 * @param {(size: Name['size'], level: string, seed: bigint) => Promise<Board>} deal
 * @param {(board: Board) => Promise<number | null>} distance null where it is not known
 * @returns {AsyncGenerator<Question, void>}
 */
export async function* questionsOf({ size, level, seed }, deal, distance) {
  for (let at = seed, found = 0; found < QUESTIONS; at += 1n) {
    const board = await deal(size, level, at);
    const own = await distance(board);
    if (own === null || own === 0) continue;
    const moves = board.moves();
    const all = await Promise.all(moves.map((move) => distance(/** @type {Board} */ (board.slide(move)))));
    if (all.includes(null)) continue;
    const after = new Map(moves.map((move, index) => /** @type {const} */ ([move, /** @type {number} */ (all[index])])));
    const question = new Question(nameText({ size, level, seed: at }), board, own, after);
    if (!question.isFair) continue;
    found += 1;
    yield question;
  }
}
