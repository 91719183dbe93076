/**
 * The position as a formula: is there a plan of k moves? Families of clauses in words, the answer for each k.
 */

import { Problem, isAbort, post } from '../api.js';
import { parseMoves } from '../board-state.js';
import { download } from '../dialogs.js';
import { currentLanguage, grouped, t } from '../i18n.js';
import { announce, el } from '../shell.js';
import { ENCODINGS } from '../catalogue.js';
import { familyId, sayClause } from './clause-words.js';

/** @typedef {{ name: string, words: string, clauses: number, sample: string, clause?: import('./clause-words.js').Clause }} Family */
/** @typedef {{ satisfiable: boolean | null, moves?: string, variables: number, clauses: number, conflicts?: number, horizon?: string, families?: Family[] }} Verdict */

/** The text of an id, or another text where the languages have none. @param {string} id @param {string} fallback */
const known = (id, fallback) => (t(id) === id ? fallback : t(id));

export class FormulaView {
  /** @type {Map<string, Verdict>} */ #verdicts = new Map();
  #stop = new AbortController();
  #encoding = new AbortController();
  #busy = false;
  board = '';
  goal = '';
  least = 0;
  text = '';

  /**
   * @param {HTMLElement} host
   * @param {{ onChange: (encoding: string, bound: number) => void, onPlan: (moves: string) => void }} hooks
   */
  constructor(host, hooks) {
    this.hooks = hooks;
    this.encoding = el('select', { id: 'encoding', onchange: () => this.#set(this.encoding.value, this.bound) },
      ...ENCODINGS.map((name) => el('option', { value: name }, t(`enc_${name.replace('-', '_')}`))));
    this.slider = el('input', { type: 'range', id: 'bound', min: 0, max: 31, step: 1, oninput: () => this.#set(this.encoding.value, Number(this.slider.value)) });
    this.k = el('output', { for: 'bound', class: 'k num' });
    this.ladder = el('ol', { class: 'ladder', 'aria-label': t('ladder_label') });
    this.answer = el('p', { class: 'answer' });
    this.climb = el('button', { class: 'b p', onclick: () => void this.#climb() }, t('formula_climb'));
    this.one = el('button', { class: 'b', onclick: () => void this.#decide(this.bound) }, t('formula_decide'));
    this.halt = el('button', { class: 'b', hidden: true, onclick: () => this.#stop.abort() }, t('cancel'));
    this.plan = el('button', { class: 'b q', hidden: true }, t('formula_plan'));
    this.file = el('button', { class: 'b q', onclick: () => void this.#download() }, t('formula_download'));
    this.counts = el('p', { class: 'num counts' });
    this.families = el('div', { class: 'families' });
    host.replaceChildren(
      el('p', { class: 'question' }),
      el('div', { class: 'bound-row' },
        el('label', { for: 'bound' }, t('bound_k')), this.slider, this.k,
        el('label', { for: 'encoding' }, t('encoding')), this.encoding),
      this.ladder,
      el('div', { class: 'row-of-buttons' }, this.climb, this.one, this.halt, this.plan, this.file),
      this.answer, this.counts, this.families);
    this.question = /** @type {HTMLElement} */ (host.firstElementChild);
    this.bound = 0;
  }

  /**
   * @param {import('./address.js').LearnState} state @param {number} least an admissible estimate
   * @param {number} [optimum] where it is known
   */
  show(state, least, optimum) {
    const board = state.board.toString();
    const changed = this.board !== board || this.goal !== state.goal;
    if (changed) {
      this.#stop.abort();
      this.#verdicts.clear();
      this.families.replaceChildren();
      this.counts.textContent = this.text = '';
    }
    this.board = board;
    this.goal = state.goal;
    this.least = least;
    this.encoding.value = state.encoding;
    this.slider.max = String(Math.max(least + 4, (optimum ?? least + 10) + 2));
    this.#set(state.encoding, state.bound >= 0 ? state.bound : least, changed || !this.families.hasChildNodes());
  }

  /** @param {number} bound */
  #key(bound) {
    return `${this.encoding.value} ${bound}`;
  }

  /** @param {string} encoding @param {number} bound @param {boolean} [fresh] */
  #set(encoding, bound, fresh = true) {
    const most = Number(this.slider.max);
    this.bound = Math.max(0, Math.min(bound, most));
    this.slider.value = String(this.bound);
    this.k.textContent = `k = ${this.bound}`;
    this.question.textContent = t('question_at_most', { k: this.bound });
    // The file of another bound is not this one's.
    if (fresh) this.text = '';
    this.#ladder();
    this.#tell();
    if (fresh) void this.#encode();
    this.hooks.onChange(encoding, this.bound);
  }

  /** The answers known so far, one step a bound. */
  #ladder() {
    const first = 0;
    const items = [];
    for (let k = first; k <= Number(this.slider.max); k++) {
      const verdict = this.#verdicts.get(this.#key(k));
      const word = !verdict ? '' : verdict.satisfiable === null ? '?' : verdict.satisfiable ? 'SAT' : 'UNSAT';
      const state = verdict ? (verdict.satisfiable === null ? 'unknown' : verdict.satisfiable ? 'sat' : 'unsat') : 'none';
      items.push(el('li', { class: state },
        el('button', {
          'aria-current': k === this.bound ? 'step' : null,
          'aria-label': t('ladder_step', { k, word: word || t('ladder_open') }),
          onclick: () => this.#set(this.encoding.value, k),
        }, el('span', { class: 'num' }, String(k)), el('b', { 'aria-hidden': 'true' }, state === 'sat' ? '✓' : state === 'unsat' ? '✗' : word))));
    }
    this.ladder.replaceChildren(...items);
  }

  /** The sentence about this bound. */
  #tell() {
    const verdict = this.#verdicts.get(this.#key(this.bound));
    this.plan.hidden = !verdict?.moves;
    if (verdict?.moves) this.plan.onclick = () => this.hooks.onPlan(verdict.moves ?? '');
    if (!verdict) {
      this.answer.textContent = t('answer_open', { k: this.bound });
      return;
    }
    const below = this.#verdicts.get(this.#key(this.bound - (this.encoding.value === 'compact' ? 2 : 1)));
    const length = verdict.moves === undefined ? 0 : parseMoves(verdict.moves)?.length ?? 0;
    const id = verdict.satisfiable === null ? 'answer_unknown' : !verdict.satisfiable ? 'answer_unsat' : below?.satisfiable === false ? 'answer_optimal' : 'answer_sat';
    this.answer.textContent = t(id, { k: this.bound, below: this.bound - (this.encoding.value === 'compact' ? 2 : 1), n: length, conflicts: grouped(verdict.conflicts ?? 0), moves: verdict.moves ?? '' });
  }

  async #encode() {
    const [bound, encoding] = [this.bound, this.encoding.value];
    this.#encoding.abort();
    const stop = (this.#encoding = new AbortController());
    try {
      await new Promise((resolve) => setTimeout(resolve, 90));
      if (stop.signal.aborted) return;
      const answer = await post('/encode', { board: this.board, goal: this.goal, as: 'dimacs', bound, encoding }, { signal: stop.signal });
      if (stop.signal.aborted) return;
      this.text = answer.files?.[0]?.text ?? '';
      // Once it was asked, the formula that was decided is the one to show.
      this.#describe(bound, encoding, this.#verdicts.get(this.#key(bound)) ?? answer);
    } catch (error) {
      if (isAbort(error)) return;
      this.counts.textContent = t('formula_none', { detail: error instanceof Error ? error.message : '' });
      this.families.replaceChildren();
    }
  }

  /**
   * The question a formula asks, its size and its families.
   * @param {number} bound @param {string} encoding
   * @param {{ horizon?: string, variables?: number, clauses?: number, families?: Family[] }} formula
   */
  #describe(bound, encoding, formula) {
    this.question.textContent = t(formula.horizon === 'exact' ? 'question_exactly' : 'question_at_most', { k: bound });
    this.counts.textContent = t('formula_counts', { variables: grouped(formula.variables ?? 0), clauses: grouped(formula.clauses ?? 0), k: bound });
    this.#families(encoding, formula.families ?? []);
  }

  /** @param {string} encoding @param {Family[]} families */
  #families(encoding, families) {
    const most = Math.max(1, ...families.map((family) => family.clauses));
    const before = [...this.families.querySelectorAll('details')];
    const opened = before.length === 0 ? null : new Set(before.filter((item) => item.open).map((item) => item.dataset.family));
    this.families.replaceChildren(...families.map((family, index) => {
      const id = familyId(encoding, family.name);
      const sample = sayClause(family);
      // What the reader has opened stays open when the numbers change.
      const isOpen = opened ? opened.has(family.name) : index === 0;
      const bar = el('progress', { max: most, value: family.clauses, 'aria-hidden': 'true' });
      return el('details', { 'data-family': family.name, open: isOpen },
        el('summary', {}, el('span', { class: 'family-name' }, known(id, family.name)), bar, el('span', { class: 'num' }, grouped(family.clauses))),
        el('p', {}, known(`${id}_words`, family.words)),
        el('blockquote', {}, sample),
        el('button', { class: 'b small', onclick: () => readAloud(sample) }, t('read_aloud')));
    }));
  }

  /** @param {number} bound @returns {Promise<Verdict | null>} */
  async #decide(bound) {
    const key = this.#key(bound);
    const have = this.#verdicts.get(key);
    if (have && have.satisfiable !== null) return have;
    this.#working(true);
    if (this.#stop.signal.aborted) this.#stop = new AbortController();
    try {
      const verdict = /** @type {Verdict} */ (await post('/decide',
        { board: this.board, goal: this.goal, bound, encoding: this.encoding.value }, { signal: this.#stop.signal }));
      this.#verdicts.set(key, verdict);
      if (bound === this.bound && !this.#busy) this.#describe(bound, this.encoding.value, verdict);
      return verdict;
    } catch (error) {
      if (!isAbort(error)) this.answer.textContent = t('formula_none', { detail: error instanceof Problem || error instanceof Error ? error.message : '' });
      return null;
    } finally {
      this.#working(false);
      this.#ladder();
      if (this.#verdicts.has(key)) {
        this.#tell();
        if (!this.#busy) announce(this.answer.textContent ?? '');
      }
    }
  }

  /** From the estimate upward until a formula can be satisfied; `compact` knows only plans of the estimate's parity. */
  async #climb() {
    if (this.#busy) return;
    this.#busy = true;
    const step = this.encoding.value === 'compact' ? 2 : 1;
    // One step below the estimate first: to see UNSAT is half of the lesson.
    for (let k = this.least >= step ? this.least - step : this.least; ; k += step) {
      if (k > Number(this.slider.max)) this.slider.max = String(k + 2);
      this.#set(this.encoding.value, k, false);
      const verdict = await this.#decide(k);
      if (!verdict || verdict.satisfiable === null || verdict.satisfiable) break;
    }
    this.#busy = false;
    announce(this.answer.textContent ?? '');
    this.text = '';
    void this.#encode();
  }

  /** @param {boolean} on */
  #working(on) {
    this.halt.hidden = !on;
    this.one.disabled = on;
    this.climb.disabled = on;
  }

  async #download() {
    if (!this.text) await this.#encode();
    if (this.text) download(`taquin-${this.board.replace(/[ /]+/g, '-')}-k${this.bound}.cnf`, 'text/plain', this.text);
  }
}

/** Says a sentence: by the browser's voice where there is one, and to screen readers. @param {string} text */
function readAloud(text) {
  announce(text);
  if (!('speechSynthesis' in globalThis)) return;
  speechSynthesis.cancel();
  const speech = new SpeechSynthesisUtterance(text);
  speech.lang = currentLanguage();
  speechSynthesis.speak(speech);
}
