/**
 * The open and closed lists of a step, or the path of a depth-first search and what its limit cut off.
 */

import { isInformed } from '../catalogue.js';
import { grouped, t } from '../i18n.js';
import { el } from '../shell.js';
import { miniBoard } from '../mini-board.js';

/** @import { TracePlayer, TraceNode } from './trace-player.js' */

/** Rows kept for the next step, which shows most of them again. */
const KEPT = 600;

export class ListsView {
  /** @param {HTMLElement} host @param {(node: TraceNode) => void} onGo */
  constructor(host, onGo) {
    this.host = host;
    this.onGo = onGo;
    /** @type {Map<string, HTMLTableRowElement>} */
    this.rows = new Map();
    /** @type {TracePlayer | null} */
    this.player = null;
    this.most = 0;
  }

  /** @param {TracePlayer} player @param {number} step @param {number} most rows of a list; the rest is a number */
  show(player, step, most) {
    this.most = most;
    if (player !== this.player || this.rows.size > KEPT) this.rows.clear();
    this.player = player;
    const blind = !isInformed(player.algorithm);
    const current = player.events[step - 1]?.node;
    if (player.family === 'lists') {
      const open = player.openAt(step);
      const outdated = player.outdatedAt(step);
      const note = outdated > 0 ? t('list_outdated', { count: outdated }) : t(`next_${player.algorithm}`);
      this.host.replaceChildren(
        this.#list('list_open', open, note, blind, current),
        this.#list('list_closed', player.closedAt(step), t('list_closed_note'), blind, current),
      );
      return;
    }
    const round = player.roundAt(step);
    const cut = player.nodes.filter((node) => node?.round === round && node.born <= step && player.standingAt(node.id, step) === 'pruned').reverse();
    const least = cut.length > 0 ? Math.min(...cut.map((node) => node.f)) : undefined;
    this.host.replaceChildren(
      this.#list('list_path', player.pathAt(step).reverse(), t('list_path_note'), blind, current),
      this.#list('list_cut', cut, least === undefined ? t('list_cut_none') : t('list_cut_note', { limit: least }), blind, current),
    );
  }

  /**
   * @param {string} title @param {TraceNode[]} nodes @param {string} note @param {boolean} blind
   * @param {number | undefined} current
   */
  #list(title, nodes, note, blind, current) {
    const head = el('tr', {},
      el('th', { scope: 'col' }, t('col_position')),
      el('th', { scope: 'col' }, t('col_move')),
      ...(blind ? ['g'] : ['g', 'h', 'f']).map((name) => el('th', { scope: 'col', class: 'num' }, name)));
    const rows = nodes.slice(0, this.most).map((node) => this.#kept(title, node, blind, node.id === current));
    const more = nodes.length > this.most ? el('p', { class: 'soft' }, t('list_more', { n: grouped(nodes.length - this.most) })) : null;
    return el('section', { class: 'list' },
      el('h2', {}, t(title), el('span', { class: 'badge num' }, grouped(nodes.length))),
      el('p', { class: 'soft list-note' }, note),
      nodes.length === 0 ? el('p', { class: 'soft' }, t('list_empty')) : el('table', {}, el('thead', {}, head), el('tbody', {}, ...rows)),
      more);
  }

  /** @param {string} list @param {TraceNode} node @param {boolean} blind @param {boolean} current */
  #kept(list, node, blind, current) {
    const key = `${list} ${node.id} ${node.g}`;
    const row = this.rows.get(key) ?? this.#row(node, blind);
    this.rows.set(key, row);
    row.className = current ? 'current' : '';
    return row;
  }

  /** @param {TraceNode} node @param {boolean} blind */
  #row(node, blind) {
    const go = el('button', { class: 'node-button', title: t('node_go'), onclick: () => this.onGo(node) },
      miniBoard(node.board, {}), el('span', { class: 'unseen' }, t('node_name', { n: node.id, board: node.board })));
    const numbers = blind ? [node.g] : [node.g, node.h, node.f];
    return el('tr', {},
      el('td', {}, go),
      el('td', {}, node.move ? `${t(`arrow_${node.move}`)}` : '–'),
      ...numbers.map((value, i) => el('td', { class: i === 2 ? 'num strong' : 'num' }, String(value))));
  }
}
