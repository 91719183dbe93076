/**
 * Where an estimate comes from, drawn on the tiles: ways home, conflicts, groups of a pattern database.
 */

import { colOf, goalBoard, manhattan, parseBoard, rowOf } from '../board-state.js';
import { isAbort, post } from '../api.js';
import { t } from '../i18n.js';
import { el, svg } from '../shell.js';
import { heuristicName } from '../solver-names.js';

/** @import { Board } from '../board-state.js' */

/**
 * @typedef {object} Estimate
 * @property {{ name: string, value: number, admissible: boolean, summary?: string }[]} heuristics
 * @property {{ tile: number, cell: number, home: number, distance: number }[]} tiles
 * @property {{ line: string, tiles: number[], adds: number }[]} conflicts
 * @property {{ name: string, patterns: number[][], values: number[] }[]} groups
 */

const LAYERS = /** @type {const} */ (['arrows', 'conflicts', 'groups']);
const TINTS = 'abcdef';

export class HeuristicView {
  /** @param {HTMLElement} host */
  constructor(host) {
    this.layer = /** @type {typeof LAYERS[number]} */ ('arrows');
    this.view = /** @type {import('../board.js').TaquinBoard} */ (document.createElement('taquin-board'));
    this.view.className = 'heuristic-board';
    this.view.toggleAttribute('static', true);
    this.buttons = LAYERS.map((layer) => el('button', {
      class: 'b small', 'aria-pressed': String(layer === this.layer), onclick: () => this.#choose(layer),
    }, t(`layer_${layer}`)));
    this.words = el('div', { class: 'layer-words' });
    this.table = el('div', { class: 'estimates' });
    host.replaceChildren(
      el('div', { class: 'heuristic-left' }, el('div', { class: 'row-of-buttons', role: 'group', 'aria-label': t('layer_label') }, ...this.buttons), this.view, this.words),
      el('div', { class: 'heuristic-right' }, this.table));
    /** @type {Map<string, Estimate>} */
    this.known = new Map();
    /** @type {Map<string, number | null>} */
    this.true = new Map();
    this.stop = new AbortController();
  }

  /** @param {typeof LAYERS[number]} layer */
  #choose(layer) {
    this.layer = layer;
    this.buttons.forEach((button, i) => button.setAttribute('aria-pressed', String(LAYERS[i] === layer)));
    this.#render();
  }

  /** @param {string} text @param {string} goalName @param {string} heuristic the one the search uses */
  show(text, goalName, heuristic) {
    this.board = parseBoard(text);
    this.goalName = goalName;
    this.goal = goalBoard(goalName, this.board);
    this.heuristic = heuristic;
    this.view.goal = this.goal;
    this.view.show(this.board);
    this.#render();
    this.stop.abort();
    this.stop = new AbortController();
    void this.#ask(text, this.stop.signal);
  }

  /** @param {string} text @param {AbortSignal} signal */
  async #ask(text, signal) {
    if (this.known.has(text) && this.true.has(text)) return;
    const body = { board: text, goal: this.goalName };
    try {
      // Someone who runs through the steps needs no answer for each of them.
      await new Promise((resolve) => setTimeout(resolve, 120));
      if (signal.aborted) return;
      const [estimate, hint] = await Promise.all([
        post('/estimate', body, { signal }),
        post('/hint', { ...body, grade: 1 }, { signal }).catch((error) => (isAbort(error) ? Promise.reject(error) : {})),
      ]);
      this.known.set(text, estimate);
      this.true.set(text, hint.distance ?? null);
      if (!signal.aborted) this.#render();
    } catch (error) {
      if (!isAbort(error)) this.table.replaceChildren(el('p', { class: 'soft' }, t('estimate_none')));
    }
  }

  #render() {
    const { board, goal } = this;
    if (!board || !goal) return;
    const estimate = this.known.get(board.toString());
    this.view.overlay.replaceChildren();
    this.view.marks = {};
    /** @type {Record<typeof LAYERS[number], () => void>} */
    const draw = {
      arrows: () => this.#arrows(board, goal),
      conflicts: () => this.#conflicts(board, estimate),
      groups: () => this.#groups(board, estimate),
    };
    draw[this.layer]();
    this.#numbers(board, goal, estimate);
  }

  /** @param {Board} board @param {Board} goal */
  #arrows(board, goal) {
    /** @type {Record<number, string>} */
    const notes = {};
    const faint = [];
    const overlay = this.view.overlay;
    for (const [cell, tile] of board.cells.entries()) {
      if (tile === 0) continue;
      const home = goal.find(tile);
      const [row, col, toRow, toCol] = [rowOf(board, cell), colOf(board, cell), rowOf(board, home), colOf(board, home)];
      const distance = Math.abs(row - toRow) + Math.abs(col - toCol);
      if (distance === 0) {
        faint.push(tile);
        continue;
      }
      notes[tile] = String(distance);
      // Ways run below and left of the numbers, those of different tiles apart, so that each can be followed.
      const [dx, dy] = [-0.29 - (tile % 3) * 0.065, 0.27 + ((tile >> 1) % 3) * 0.065];
      const [x, y, toX, toY] = [col + 0.5 + dx, row + 0.5 + dy, toCol + 0.5 + dx, toRow + 0.5 + dy];
      overlay.append(svg('path', { d: `M${x} ${y} H${toX} V${toY}`, class: 'way' }),
        svg('circle', { cx: x, cy: y, r: 0.05, class: 'way-head' }), head(x, y, toX, toY));
    }
    this.view.marks = { notes, faint };
    const distances = board.cells.filter((tile) => tile !== 0 && notes[tile]).map((tile) => notes[tile]);
    this.words.replaceChildren(el('p', {}, t('arrows_words')),
      el('p', { class: 'num sum' }, `${distances.join(' + ') || '0'} = ${manhattan(board, goal)}`));
  }

  /** @param {Board} board @param {Estimate} [estimate] */
  #conflicts(board, estimate) {
    if (!estimate) return this.#waiting();
    const overlay = this.view.overlay;
    const involved = new Set();
    for (const { tiles } of estimate.conflicts) {
      for (const [i, tile] of tiles.entries()) {
        involved.add(tile);
        const next = tiles[i + 1];
        if (next === undefined) continue;
        const [a, b] = [board.find(tile), board.find(next)];
        const [x, y, toX, toY] = [colOf(board, a) + 0.5, rowOf(board, a) + 0.82, colOf(board, b) + 0.5, rowOf(board, b) + 0.82];
        const sameRow = rowOf(board, a) === rowOf(board, b);
        overlay.append(sameRow
          ? svg('path', { d: `M${x} ${y} H${toX}`, class: 'line' })
          : svg('path', { d: `M${x + 0.32} ${y - 0.32} V${toY - 0.32}`, class: 'line' }));
        for (const [px, py] of sameRow ? [[x, y], [toX, toY]] : [[x + 0.32, y - 0.32], [toX + 0.32, toY - 0.32]]) {
          overlay.append(svg('circle', { cx: px, cy: py, r: 0.07, class: 'spot' }));
        }
      }
    }
    this.view.marks = { ring: involved, faint: board.cells.filter((tile) => tile !== 0 && !involved.has(tile)) };
    const list = estimate.conflicts.map(({ line, tiles, adds }) => el('li', {}, t('conflict_item', { line: lineName(line), tiles: tiles.join(', '), adds })));
    this.words.replaceChildren(el('p', {}, t('conflicts_words')),
      list.length > 0 ? el('ul', {}, ...list) : el('p', { class: 'soft' }, t('conflicts_none')));
  }

  /** @param {Board} _board @param {Estimate} [estimate] */
  #groups(_board, estimate) {
    if (!estimate) return this.#waiting();
    const group = estimate.groups.at(0);
    if (!group) {
      this.words.replaceChildren(el('p', { class: 'soft' }, t('groups_none')));
      return undefined;
    }
    /** @type {Record<number, string>} */
    const tints = {};
    group.patterns.forEach((tiles, i) => tiles.forEach((tile) => (tints[tile] = TINTS[i % TINTS.length])));
    this.view.marks = { tints };
    const items = group.patterns.map((tiles, i) => el('li', {},
      el('span', { class: `swatch tint-${TINTS[i % TINTS.length]}`, 'aria-hidden': 'true' }),
      t('group_item', { tiles: tiles.join(', '), value: group.values[i] ?? '?' })));
    this.words.replaceChildren(el('p', {}, t('groups_words', { name: group.name })), el('ul', { class: 'groups' }, ...items),
      el('p', { class: 'num sum' }, `${group.values.join(' + ')} = ${group.values.reduce((a, b) => a + b, 0)}`));
    return undefined;
  }

  #waiting() {
    this.words.replaceChildren(el('p', { class: 'soft' }, t('loading')));
  }

  /** @param {Board} board @param {Board} goal @param {Estimate} [estimate] */
  #numbers(board, goal, estimate) {
    const truth = this.true.get(board.toString());
    const rows = estimate?.heuristics ?? [{ name: 'manhattan', value: manhattan(board, goal), admissible: true }];
    const most = Math.max(1, truth ?? 0, ...rows.map((row) => row.value));
    const line = (/** @type {string} */ name, /** @type {number} */ value, /** @type {string} */ kind, /** @type {boolean} */ strong) => el('tr', { class: strong ? 'current' : null },
      el('th', { scope: 'row' }, name),
      el('td', { class: 'bar-cell' }, meter(value / most, kind)),
      el('td', { class: 'num' }, String(value)));
    this.table.replaceChildren(
      el('h2', {}, t('estimates_title')),
      el('p', { class: 'soft' }, truth == null ? t('estimates_note') : t('estimates_true', { n: truth })),
      el('table', {},
        el('thead', {}, el('tr', {}, el('th', { scope: 'col' }, t('heuristic')), el('th', {}, el('span', { class: 'unseen' }, t('bar'))), el('th', { scope: 'col', class: 'num' }, 'h'))),
        el('tbody', {},
          ...rows.map((row) => line(row.admissible ? heuristicName(row.name) : `${heuristicName(row.name)} *`, row.value, truth != null && row.value > truth ? 'over' : 'bar', row.name === this.heuristic)),
          ...(truth == null ? [] : [line(t('true_distance'), truth, 'truth', false)]))),
      ...(rows.some((row) => !row.admissible) ? [el('p', { class: 'soft' }, t('not_admissible'))] : []));
  }
}

/** A bar drawn to a part of its width. @param {number} part @param {string} kind */
function meter(part, kind) {
  return svg('svg', { viewBox: '0 0 100 10', preserveAspectRatio: 'none', class: 'meter', 'aria-hidden': 'true' },
    svg('rect', { x: 0, y: 0, width: 100, height: 10, class: 'meter-well' }),
    svg('rect', { x: 0, y: 0, width: Math.max(0, Math.min(100, part * 100)), height: 10, class: `meter-${kind}` }));
}

/** An arrow's head at the end of a way that goes across first and then up or down. @param {number} x @param {number} y @param {number} toX @param {number} toY */
function head(x, y, toX, toY) {
  const [dx, dy] = toY !== y ? [0, Math.sign(toY - y)] : [Math.sign(toX - x), 0];
  const [s, w] = [0.15, 0.09];
  const points = dx === 0
    ? `${toX},${toY} ${toX - w},${toY - dy * s} ${toX + w},${toY - dy * s}`
    : `${toX},${toY} ${toX - dx * s},${toY - w} ${toX - dx * s},${toY + w}`;
  return svg('polygon', { points, class: 'way-head' });
}

/** `row 2` in the page's language. @param {string} line */
function lineName(line) {
  const match = /^(row|column|col) (\d+)$/.exec(line);
  return match ? t(match[1] === 'row' ? 'line_row' : 'line_column', { n: match[2] }) : line;
}
