/**
 * The settings in the side panel.
 *
 * @module play/settings
 */

import { get } from '../api.js';
import { GOALS } from '../board-state.js';
import { t } from '../i18n.js';
import { choice, displayForm, el, toggle } from '../shell.js';
import { change, read, settings, write } from '../store.js';

/** @typedef {import('./app.js').App} App */

/** @param {App} app */
export function settingsForm(app) {
  const now = settings();
  const slide = el('input', { type: 'range', min: 0, max: 300, step: 20, value: now.slide, name: 'slide', oninput: () => change({ slide: Number(slide.value) }) });
  const solver = el('div', { class: 'form' });
  void solverForm(solver);
  return el('div', { class: 'form' },
    choice('arrows', [['tile', t('arrows_tile')], ['blank', t('arrows_blank')]], now.arrows, (value) => change({ arrows: /** @type {any} */ (value) })),
    el('label', { class: 'field' }, el('span', {}, t('slide')), slide),
    toggle('bar_setting', now.bar, () => app.toggleBar()),
    toggle('letters', now.letters, (letters) => change({ letters })),
    toggle('zen', now.zen, (zen) => change({ zen })),
    toggle('celebrate', now.celebrate, (celebrate) => change({ celebrate })),
    choice('colours', ['plain', 'rows', 'rings', 'home'].map((id) => [id, t(`colours_${id}`)]), now.colours, (value) => change({ colours: /** @type {any} */ (value) })),
    choice('goal', GOALS.map((id) => [id, t(`goal_${id}`)]), app.goalName, (value) => {
      app.goalName = value;
      void app.shuffle();
    }),
    el('h2', {}, t('solver')), solver,
    el('h2', {}, t('display')), displayForm());
}

/** Solver and heuristic, as the service lists them. @param {HTMLElement} place */
async function solverForm(place) {
  const chosen = read('solver', { algorithm: 'auto', heuristic: '' });
  const put = (/** @type {string[]} */ algorithms, /** @type {string[]} */ heuristics) => place.replaceChildren(
    choice('algorithm', algorithms.map((name) => [name, name]), chosen.algorithm, (algorithm) => write('solver', { ...read('solver', chosen), algorithm })),
    choice('heuristic', [['', t('heuristic_default')], .../** @type {[string, string][]} */ (heuristics.map((name) => [name, name]))], chosen.heuristic, (heuristic) => write('solver', { ...read('solver', chosen), heuristic })));
  put([...new Set(['auto', chosen.algorithm])], chosen.heuristic ? [chosen.heuristic] : []);
  try {
    const { algorithms, heuristics } = await get('/capabilities');
    const names = (/** @type {any[]} */ rows) => rows.map((row) => row.name ?? row);
    put([...new Set(['auto', ...names(algorithms)])], names(heuristics));
  } catch {
    // Without a connection the choice stays as it is.
  }
}
