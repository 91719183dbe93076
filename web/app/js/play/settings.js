/**
 * The settings in the side panel.
 */

import { hasService } from '../address.js';
import { get } from '../api.js';
import { GOALS } from '../board-state.js';
import { ADMISSIBLE, IN_PAGE } from '../catalogue.js';
import { choice, displayForm, toggle } from '../dialogs.js';
import { t } from '../i18n.js';
import { el } from '../shell.js';
import { change, read, settings, write } from '../store.js';
import { part } from './parts.js';
import { pictureForm } from './picture.js';
import { send } from './play.js';

export { ready } from '../engine/results.js';

/** @param {State} state */
export function settingsForm(state) {
  const now = settings();
  const slide = el('input', { type: 'range', min: 0, max: 300, step: 20, value: now.slide, name: 'slide', oninput: () => change({ slide: Number(slide.value) }) });
  const solver = el('div', { class: 'form' });
  void solverForm(solver);
  return el('div', { class: 'form' },
    choice('arrows', [['tile', t('arrows_tile')], ['blank', t('arrows_blank')]], now.arrows, (value) => change({ arrows: /** @type {any} */ (value) })),
    el('label', { class: 'field' }, el('span', {}, t('slide')), slide),
    toggle('fewest', now.fewest, () => send({ type: 'fewest' })),
    toggle('bar_setting', now.bar, () => send({ type: 'bar' })),
    toggle('letters', now.letters, (letters) => change({ letters })),
    el('div', { class: 'row-of-buttons' }, el('button', { type: 'button', class: 'b small', 'data-item': 'rebind', onclick: () => void part('rebind').then(({ openRebind }) => openRebind()) }, t('rebind_title'))),
    toggle('hover', now.hover, (hover) => change({ hover })),
    choice('ghost', ['off', 'best', 'optimum'].map((id) => [id, t(`ghost_${id}`)]), now.ghost, (value) => change({ ghost: /** @type {any} */ (value) })),
    toggle('zen', now.zen, (zen) => change({ zen })),
    toggle('inspection', now.inspection, (inspection) => change({ inspection })),
    toggle('sound', now.sound, (sound) => change({ sound })),
    toggle('haptics', now.haptics, (haptics) => change({ haptics })),
    toggle('celebrate', now.celebrate, (celebrate) => change({ celebrate })),
    choice('colours', ['plain', 'rows', 'rings', 'home'].map((id) => [id, t(`colours_${id}`)]), now.colours, (value) => change({ colours: /** @type {any} */ (value) })),
    choice('goal', [...GOALS.map((id) => /** @type {const} */ ([id, t(`goal_${id}`)])), ...(isNamed(state.goalName) ? [] : [/** @type {const} */ ([state.goalName, t('goal_own')])])], state.goalName, (goal) => send({ type: 'aim', goal })),
    ...pictureForm(() => state.game.board, () => send({ type: 'say', text: t('picture_bad') })),
    el('h2', {}, t('solver')), solver,
    el('h2', {}, t('display')), displayForm());
}

/** Whether a goal is one of the named ones, not a position. @param {string} goal */
const isNamed = (goal) => GOALS.some((name) => name === goal);

/** Solver and heuristic: those of the engine, or as the service lists them. @param {HTMLElement} place */
async function solverForm(place) {
  const chosen = read('solver', { algorithm: 'auto', heuristic: '' });
  const put = (/** @type {string[]} */ algorithms, /** @type {string[]} */ heuristics) => place.replaceChildren(
    choice('algorithm', algorithms.map((name) => [name, name]), chosen.algorithm, (algorithm) => write('solver', { ...read('solver', chosen), algorithm })),
    choice('heuristic', [['', t('heuristic_default')], .../** @type {[string, string][]} */ (heuristics.map((name) => [name, name]))], chosen.heuristic, (heuristic) => write('solver', { ...read('solver', chosen), heuristic })));
  put([...new Set([...IN_PAGE, chosen.algorithm])], [...new Set([...ADMISSIBLE, chosen.heuristic])].filter(Boolean));
  if (!hasService) return;
  try {
    const { algorithms, heuristics } = await get('/capabilities');
    const names = (/** @type {any[]} */ rows) => rows.map((row) => row.name ?? row);
    put([...new Set(['auto', ...names(algorithms)])], names(heuristics));
  } catch {
    // Without a connection the choice stays as it is.
  }
}
