/**
 * What to do on boards: asks, unless it is known.
 */

import { parseMoves } from '../board-state.js';
import { Facts, key } from './facts.js';

export class Advice {
  /** @type {Map<string, Promise<Fact>>} questions under way */
  #asked = new Map();

  /** @param {{onBusy: (seconds: number) => void, facts?: Facts}} options hears of waits; what is known already */
  constructor({ onBusy, facts = new Facts() }) {
    this.onBusy = onBusy;
    this.facts = facts;
  }

  /**
   * What to do on a board.
   * @param {Board} board @param {string} goal @param {{signal?: AbortSignal, enough?: number}} [options] enough: moves wanted
   * @returns {Promise<Fact>}
   */
  async ask(board, goal, { signal, enough = 1 } = {}) {
    const known = this.facts.known(board, goal);
    if (known && known.line.length >= Math.min(enough, known.distance ?? enough)) return known;
    const name = key(board, goal);
    const asked = this.#asked.get(name) ?? this.#fetch(board, goal, signal).finally(() => this.#asked.delete(name));
    this.#asked.set(name, asked);
    return asked;
  }

  /** @param {Board} board @param {string} goal @param {AbortSignal} [signal] @returns {Promise<Fact>} */
  async #fetch(board, goal, signal) {
    const { post } = await import('../api.js');
    const answer = await post('/hint', { board: String(board), goal, grade: 3 }, { signal, onBusy: this.onBusy });
    const line = parseMoves(answer.line ?? '') ?? [];
    const fact = { line, proven: answer.distance != null, distance: answer.distance ?? null, estimate: answer.estimate ?? null };
    this.facts.learn(board, goal, line, fact.distance, fact.estimate);
    return fact;
  }
}
