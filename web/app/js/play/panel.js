/**
 * The side panel: the line of moves and the review, the position explained, the settings.
 */

import { t } from '../i18n.js';
import { el } from '../shell.js';
import { settings } from '../store.js';
import { part } from './parts.js';
import { send } from './play.js';

const TABS = /** @type {const} */ (['line', 'session', 'explain', 'settings']);

export class Panel {
  /** @type {typeof TABS[number]} */
  #tab = 'line';
  #drawn = '';

  /** @param {HTMLElement} root @param {State} state */
  constructor(root, state) {
    this.state = state;
    this.tabs = TABS.map((name) => el('button', {
      type: 'button', role: 'tab', id: `tab-${name}`, 'aria-controls': 'panel-body', onclick: () => this.open(name),
    }, t(`tab_${name}`)));
    const list = el('div', { class: 'tabs', role: 'tablist', 'aria-label': t('panel') }, ...this.tabs);
    list.addEventListener('keydown', (event) => this.#walk(event));
    // What the page holds stays until there is something else to show.
    this.body = el('div', { id: 'panel-body', role: 'tabpanel', tabindex: '-1' }, ...root.querySelectorAll('.empty'));
    root.replaceChildren(list, this.body);
    this.open('line');
  }

  /** @param {typeof TABS[number]} name */
  open(name) {
    this.#tab = name;
    TABS.forEach((other, index) => {
      this.tabs[index].setAttribute('aria-selected', String(other === name));
      this.tabs[index].tabIndex = other === name ? 0 : -1;
    });
    this.body.setAttribute('aria-labelledby', `tab-${name}`);
    this.draw();
  }

  /** @param {KeyboardEvent} event */
  #walk(event) {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (!by) return;
    event.preventDefault();
    event.stopPropagation();
    const next = (TABS.indexOf(this.#tab) + by + TABS.length) % TABS.length;
    this.open(TABS[next]);
    this.tabs[next].focus();
  }

  draw() {
    const views = { line: () => this.#line(), session: () => this.#session(), explain: () => this.#explain(), settings: () => this.#settings() };
    views[this.#tab]().catch((error) => send({ type: 'fault', error }));
  }

  async #line() {
    const { state } = this;
    if (state.game.phase === 'solved' && !state.playback) return this.#put('empty', () => [el('p', { class: 'empty' }, t('line_empty'))]);
    const { lineKey, lineView, keepInView } = await part('line');
    if (this.#tab !== 'line') return;
    const key = lineKey(state);
    if (state.review) {
      const { reviewView } = await part('graph');
      if (this.#tab !== 'line' || !state.review) return;
      return this.#put(lineKey(state), () => reviewView(state));
    }
    if (this.#put(key, () => lineView(state))) keepInView(this.body);
  }

  /**
   * Shows something, unless it is shown already; the focus stays on what had it.
   * @param {string} key @param {() => Node[]} view @returns {boolean} whether it was drawn
   */
  #put(key, view) {
    if (key === this.#drawn) return false;
    this.#drawn = key;
    const label = this.body.contains(document.activeElement) ? document.activeElement?.getAttribute('aria-label') : null;
    this.body.replaceChildren(...view());
    const same = label && [...this.body.querySelectorAll('[aria-label]')].find((element) => element.getAttribute('aria-label') === label);
    if (same instanceof HTMLElement) same.focus();
    return true;
  }

  async #session() {
    const { sessionKey, sessionView } = await part('session');
    if (this.#tab === 'session') this.#put(sessionKey(this.state), () => sessionView(this.state, () => this.draw()));
  }

  async #explain() {
    const { explainView } = await part('explain');
    const { board, goalName } = this.state.game;
    if (this.#tab === 'explain') this.#put(`explain ${board.toLink()} ${goalName}`, () => explainView(this.state));
  }

  async #settings() {
    if (this.#drawn === 'settings') {
      // Those that a key or the menu changes too.
      for (const [name, on] of /** @type {[string, boolean][]} */ ([['bar_setting', settings().bar], ['fewest', settings().fewest]])) {
        const box = this.body.querySelector(`input[name="${name}"]`);
        if (box instanceof HTMLInputElement) box.checked = on;
      }
      return;
    }
    const { settingsForm } = await part('settings');
    if (this.#tab === 'settings') this.#put('settings', () => [settingsForm(this.state)]);
  }
}
