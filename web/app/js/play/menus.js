/**
 * The dialogs behind More and Size: copying, files, statistics, keys, size and level.
 */

import { fileAddress, hasService, pageAddress } from '../address.js';
import { bindings } from '../bindings.js';
import { formatMoves, LEAST, MOST } from '../board-state.js';
import { choice, copyText, download, openDialog, saveFile } from '../dialogs.js';
import { askRows, askText } from '../engine/results.js';
import { t, timeText } from '../i18n.js';
import { parseId } from '../game-id.js';
import { el } from '../shell.js';
import { settings, write } from '../store.js';
import { dealId, levelsOf } from './deal.js';
import { Session } from './game.js';
import { positionLink, writeLink } from './link.js';
import { send } from './play.js';
import { keyText } from './rebind.js';
import { replayLink } from './replay.js';
import { keptResults, merge } from './results.js';
import { openSetup } from './setup.js';

export { ready } from '../engine/results.js';

/** Ways to carry the position elsewhere. @type {Record<string, (state: State) => string>} */
const COPIES = {
  copy_text: ({ shown }) => String(shown),
  copy_link: ({ game }) => location.origin + location.pathname + (writeLink(game) || positionLink(game)),
  copy_replay: ({ game }) => location.origin + location.pathname + replayLink(game),
  copy_cli: ({ shown, game }) => `taquin solve ${goalOption(game)}"${shown}"`,
  copy_curl: ({ shown, game }) => `curl -s ${location.origin}/api/v1/solve -H 'content-type: application/json' -d '${JSON.stringify({ board: String(shown), ...goalMember(game) })}'`,
  copy_python: ({ shown, game }) => `from taquin import Board, solve\nsolve(Board("${shown}")${game.goalName === 'blank-last' ? '' : `, goal="${game.goalName}"`})`,
};

/** What the help lists: keys, those in braces by what they are bound to, and the id of what they do. @type {[string[], string][]} */
const HELP = [
  [['←↑→↓', '{up} {left} {down} {right}'], 'key_slide'], [['Tab', 'Ctrl ←↑→↓', 'Enter'], 'key_walk'], [['{hint}'], 'key_hint'],
  [['{peek}', 'hold ?'], 'key_peek'], [['Ctrl Z', 'Backspace'], 'key_undo'], [['Ctrl Y'], 'key_redo'],
  [['{new}'], 'key_new'], [['{restart}'], 'key_restart'], [['PageUp', 'PageDown'], 'key_size'], [['{solve}'], 'key_solve'],
  [['{bar}'], 'key_bar'], [['Space'], 'key_space'], [[',', '.'], 'key_step'], [['Ctrl C', 'Ctrl V'], 'key_copy'], [['Esc'], 'key_esc'],
  [['Alt L'], 'key_last'], [['Alt T'], 'key_time'], [['Alt G'], 'key_blank'], [['Alt R', 'Alt C'], 'key_lines'],
  [['Alt B'], 'key_board'], [['Alt D'], 'key_distance'], [['F1', 'Shift /'], 'key_help'],
];

/** @param {Game} game */
const goalOption = ({ goalName }) => (goalName === 'blank-last' ? '' : `--goal "${goalName}" `);
/** @param {Game} game */
const goalMember = ({ goalName }) => (goalName === 'blank-last' ? {} : { goal: goalName });

/** @param {State} state */
export function openMore(state) {
  const dialog = openDialog(t('more'));
  /** @param {string} id @param {() => unknown} run */
  const item = (id, run) => el('button', {
    type: 'button', 'data-item': id, onclick: () => {
      dialog.close();
      void run();
    },
  }, t(id));
  const copy = (/** @type {string} */ id) => item(id, async () => {
    const text = COPIES[id](state);
    send({ type: 'say', text: t(await copyText(text) ? 'copied' : 'copy_failed') });
  });
  dialog.querySelector('.dialog-body')?.append(el('div', { class: 'menu' },
    el('h3', {}, t('menu_game')),
    item('restart', () => send({ type: 'restart' })),
    item(settings().fewest ? 'fewest_off' : 'fewest_on', () => send({ type: 'fewest' })),
    state.previous ? item('previous', () => send({ type: 'previous' })) : null,
    item('setup', () => openSetup(state, String(state.shown))),
    item('paste', async () => pasteInto(state)),
    item('quiz', () => location.assign(pageAddress('quiz'))),
    el('h3', {}, t('menu_copy')),
    ...Object.keys(COPIES).filter((id) => id !== 'copy_replay' || state.game.made > 0).map(copy),
    item('save_svg', () => download(`taquin-${state.shown.size}.svg`, 'image/svg+xml', boardSvg(state.shown))),
    ...(hasService && filmOf(state).moves.length > 0 ? [item('save_film', () => saveFilm(state, 'svg')), item('save_gif', () => saveFilm(state, 'gif'))] : []),
    item('print', () => window.print()),
    el('h3', {}, t('menu_results')),
    item('statistics', () => openStatistics(state)),
    item('keys', openKeys)));
}

/** @param {State} state */
async function pasteInto(state) {
  let text = '';
  try {
    text = await navigator.clipboard.readText();
  } catch {
    // Not allowed: the player pastes into the dialog.
  }
  openSetup(state, text);
}

/** What a film would show: the solution, or the moves made. @param {State} state */
const filmOf = ({ playback, game }) => (playback ? { start: playback.boards[0], moves: playback.line } : { start: game.start, moves: game.line() });

/** Saves the moves as a picture that moves, which the service draws. @param {State} state @param {'svg' | 'gif'} kind */
async function saveFilm(state, kind) {
  const { start, moves } = filmOf(state);
  try {
    const answer = await fetch(`${fileAddress('api/v1')}/render.${kind}?b=${start.toLink()}&moves=${formatMoves(moves)}`);
    if (!answer.ok) return send({ type: 'say', text: t('problem', { detail: (await answer.json()).detail ?? '' }) });
    saveFile(`taquin-${start.size}-film.${kind}`, await answer.blob());
  } catch {
    send({ type: 'say', text: t('offline') });
  }
}

/** A picture of a board. @param {Board} board */
export function boardSvg(board) {
  const side = 100;
  const tiles = board.cells.map((tile, cell) => {
    if (tile === 0) return '';
    const [x, y] = [(cell % board.cols) * side, Math.floor(cell / board.cols) * side];
    return `<rect x="${x + 4}" y="${y + 4}" width="92" height="92" rx="12" fill="#fffdf8" stroke="#cfc4ad" stroke-width="2"/>` +
      `<text x="${x + 50}" y="${y + 65}" font-size="42" font-weight="650" text-anchor="middle" fill="#22252b">${tile}</text>`;
  }).join('');
  const [width, height] = [board.cols * side, board.rows * side];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-6 -6 ${width + 12} ${height + 12}" font-family="system-ui, sans-serif" role="img">` +
    `<title>Sliding puzzle, ${board.size}</title><desc>${board}</desc>` +
    `<rect x="-6" y="-6" width="${width + 12}" height="${height + 12}" rx="18" fill="#d9d1c0"/>${tiles}</svg>\n`;
}

/* ---- statistics --------------------------------------------------------------------------- */

/** @param {State} state */
function openStatistics(state) {
  const place = el('div');
  const file = el('input', { type: 'file', accept: '.csv,.json,text/csv,application/json', class: 'unseen', tabindex: '-1', 'aria-hidden': 'true', id: 'import-file' });
  const note = el('p', { role: 'status' });
  file.addEventListener('change', async () => {
    const text = await file.files?.[0]?.text() ?? '';
    const rows = /** @type {Result[] | null} */ (JSON.parse(askText('read', text) ?? 'null'));
    if (rows) write('results', merge(keptResults(), rows));
    const session = rows && savedSession(text);
    if (session && session.game.phase !== 'solved') send({ type: 'begin', game: session.game });
    note.textContent = rows ? t('imported', { count: rows.length }) : t('import_bad');
    draw();
  });
  const draw = () => place.replaceChildren(...statisticsTables(keptResults()));
  draw();
  openDialog(t('statistics'), place,
    el('div', { class: 'row-of-buttons' },
      el('button', { type: 'button', class: 'b', 'data-item': 'csv', onclick: () => download('taquin-results.csv', 'text/csv', askText('write', JSON.stringify(keptResults())) ?? '') }, t('export_csv')),
      el('button', { type: 'button', class: 'b', 'data-item': 'json', onclick: () => download('taquin-results.json', 'application/json', JSON.stringify(exported(state, keptResults()), null, 2)) }, t('export_json')),
      el('button', { type: 'button', class: 'b q', 'data-item': 'import', onclick: () => file.click() }, t('import')), file),
    note);
}

/** The games in an exported file, null where it has none. @param {string} text */
function savedSession(text) {
  try {
    return Session.restore(JSON.parse(text).session);
  } catch {
    return null;
  }
}

/** @param {State} state @param {Result[]} results */
function exported(state, results) {
  return { taquin: 1, exported: new Date().toISOString(), results, session: state.session.save(performance.now()), settings: settings() };
}

/** @param {Result[]} results @returns {Node[]} */
function statisticsTables(results) {
  const time = (/** @type {number | null} */ millis) => (millis === null ? '–' : timeText(millis));
  const timed = askRows('bests', results).map((/** @type {any} */ row) => [
    row.size, t(`level_${row.level}`), String(row.wins), ...[row.fewest, row.quickest].map(({ moves, millis }) => t('best_entry', { count: moves, time: timeText(millis) })),
    time(row.ao5), time(row.ao12), time(row.ao100),
  ]);
  const counted = askRows('fewest', results).map((/** @type {any} */ row) => [
    row.size, t(`level_${row.level}`), String(row.boards), String(row.perfect), row.over === null ? '–' : `+${row.over.toFixed(1)}`,
  ]);
  if (timed.length + counted.length === 0) return [el('p', { class: 'soft' }, t('no_results'))];
  return [
    ...(timed.length === 0 ? [] : [table('statistics', ['size', 'level', 'wins', 'fewest', 'quickest', 'ao5', 'ao12', 'ao100'], timed)]),
    ...(counted.length === 0 ? [] : [el('h3', {}, t('fewest')), table('fewest', ['size', 'level', 'boards', 'perfect', 'over'], counted)]),
  ];
}

/** @param {string} id of its name @param {string[]} columns @param {string[][]} rows */
function table(id, columns, rows) {
  const kind = (/** @type {number} */ column) => (column > 1 ? 'num' : null);
  return el('div', { class: 'bests', tabindex: '0', role: 'region', 'aria-label': t(id) }, el('table', {},
    el('thead', {}, el('tr', {}, ...columns.map((name, column) => el('th', { scope: 'col', class: kind(column) }, t(`column_${name}`))))),
    el('tbody', {}, ...rows.map((row) => el('tr', {}, ...row.map((text, column) => el('td', { class: kind(column) }, text)))))));
}

/* ---- keys --------------------------------------------------------------------------------- */

/** @param {string} key */
const boundText = (key) => key.replace(/\{(\w+)\}/g, (_, action) => keyText(bindings()[/** @type {Action} */ (action)]));

export function openKeys() {
  if (document.querySelector('dialog[open]')) return;
  openDialog(t('keys'), el('p', { class: 'soft' }, t('keys_about')), el('table', { class: 'keys' }, el('tbody', {},
    ...HELP.map(([keys, id]) => el('tr', {},
      el('td', {}, ...keys.flatMap((key, index) => [index > 0 ? ' ' : '', el('kbd', {}, key === 'hold ?' ? t('key_hold') : boundText(key))])),
      el('td', {}, t(id)))))));
}

/* ---- size and level ----------------------------------------------------------------------- */

/** @param {State} state */
export function openSize(state) {
  const { rows, cols } = state.game.board;
  const numbers = Array.from({ length: MOST - LEAST + 1 }, (_, i) => /** @type {const} */ ([String(LEAST + i), String(LEAST + i)]));
  const size = { rows, cols };
  let level = state.level;
  const levels = el('div');
  const drawLevels = () => {
    const fitting = levelsOf(size);
    if (!fitting.includes(level)) level = 'random';
    levels.replaceChildren(choice('level', fitting.map((id) => [id, levelText(size, id)]), level, (value) => {
      level = value;
    }));
  };
  drawLevels();
  const id = el('input', { type: 'text', placeholder: '4x4:hard:20481', autocapitalize: 'off', spellcheck: 'false', 'aria-describedby': 'id-fault' });
  const fault = el('p', { class: 'warn', id: 'id-fault', role: 'alert' });
  const deal = async () => {
    const wanted = id.value.trim() ? parseId(id.value) : null;
    if (id.value.trim() && !wanted) {
      fault.textContent = t('bad_id');
      return;
    }
    dialog.close();
    send({ type: 'level', level: wanted?.level ?? level });
    if (!wanted) return send({ type: 'shuffle', size, level });
    try {
      send({ type: 'begin', game: await dealId(wanted.size, wanted.level, wanted.seed) });
    } catch {
      send({ type: 'say', text: t('offline') });
    }
  };
  const dialog = openDialog(t('size_menu'), el('div', { class: 'form size-form' },
    choice('rows', numbers, String(rows), (value) => {
      size.rows = Number(value);
      drawLevels();
    }),
    choice('cols', numbers, String(cols), (value) => {
      size.cols = Number(value);
      drawLevels();
    }),
    levels,
    el('label', { class: 'field' }, el('span', {}, t('game_id')), id), fault,
    el('div', { class: 'row-of-buttons' }, el('button', { type: 'button', class: 'b p', id: 'deal', onclick: () => void deal() }, t('deal')))));
  id.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') void deal();
  });
}

/** A level and what it means. @param {{rows: number, cols: number}} size @param {string} level */
function levelText({ rows, cols }, level) {
  /** @type {Record<string, Record<string, string>>} */
  const bands = {
    '3x3': { easy: '5–12', medium: '13–20', hard: '21–26', expert: '27–31' },
    '4x4': { easy: '10–25', medium: '26–40', hard: '41–55', expert: '56–80' },
  };
  const band = bands[`${rows}x${cols}`]?.[level];
  return band ? `${t(`level_${level}`)} (${t('level_band', { band })})` : t(`level_${level}`);
}

