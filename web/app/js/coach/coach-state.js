/**
 * A lesson in the human method: its stages, which of them are done on a board, and what the player's
 * moves are worth beside the coach's. No page in here.
 */

import { INVERSE } from '../board-state.js';

export class Lesson {
  /**
   * @param {Board} start @param {Board} goal
   * @param {Stage[]} stages the coach's own way from the start
   */
  constructor(start, goal, stages) {
    this.start = start;
    this.goal = goal;
    this.stages = stages;
    this.board = start;
    /** @type {{ move: Move, by: 'own' | 'shown' }[]} moves of the player and of the coach on the player's board */
    this.line = [];
  }

  /** Moves made by the player. */
  get own() {
    return this.line.filter(({ by }) => by === 'own').length;
  }

  /** Moves made by the coach. */
  get shown() {
    return this.line.length - this.own;
  }

  /** Whether a tile stands where the goal has it. @param {number} tile */
  #isHome(tile) {
    return this.board.find(tile) === this.goal.find(tile);
  }

  /** The first stage whose tiles, or those of a stage before it, are not all home. */
  get stage() {
    const next = this.stages.findIndex((stage) => stage.goal_tiles.some((tile) => !this.#isHome(tile)));
    if (next < 0) return this.solved ? this.stages.length : Math.max(0, this.stages.length - 1);
    return next;
  }

  get solved() {
    return this.board.equals(this.goal);
  }

  /** Tiles of stages that are done: they should not move again. @returns {Set<number>} */
  get locked() {
    return new Set(this.stages.slice(0, this.stage).flatMap((stage) => stage.goal_tiles));
  }

  /** Tiles the present stage is about. @returns {number[]} */
  get wanted() {
    return this.stages[this.stage]?.goal_tiles ?? [];
  }

  /**
   * Makes a move. Gives the board before and which stage was reached, or null if it cannot be made.
   * @param {Move} move @param {'own' | 'shown'} by
   */
  play(move, by) {
    const next = this.board.slide(move);
    if (!next) return null;
    const [before, locked] = [this.stage, this.locked];
    this.board = next;
    this.line.push({ move, by });
    const disturbed = [...locked].filter((tile) => !this.#isHome(tile));
    return { finished: this.stage > before, disturbed, stage: this.stage };
  }

  /** Takes the last move back; whether there was one. */
  undo() {
    const last = this.line.pop();
    if (!last) return false;
    this.board = /** @type {Board} */ (this.board.slide(INVERSE[last.move]));
    return true;
  }
}

/**
 * Whether a stage is about the last two tiles of a line, which need the trick: both of a column, or those of a row whose
 * places are the last two.
 * @param {Stage} stage @param {Board} goal
 */
export function isPair(stage, goal) {
  if (stage.goal_tiles.length !== 2) return false;
  if (/^column/.test(stage.name)) return true;
  return stage.goal_tiles.some((tile) => [0, goal.cols - 1].includes(goal.find(tile) % goal.cols)) && !stage.sentences?.some(({ id }) => id === 'bring');
}
