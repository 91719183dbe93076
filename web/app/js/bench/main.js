/**
 * The Bench page: results of `taquin bench run` dropped here, or a small measurement made on the spot.
 */

import { fileAddress, hasService } from '../address.js';
import { Offline, get, isAbort } from '../api.js';
import { copyText, download, saveFile } from '../dialogs.js';
import { askRows, askText, fileOf, ready } from '../engine/results.js';
import { grouped, load as loadTexts, numberText, t } from '../i18n.js';
import { $, announce, el, startPage } from '../shell.js';
import { BadConfiguration, measure as runAll } from './small.js';

/** Statistics of a configuration's runs, by column id. @typedef {{name: string} & Record<string, number | null>} Summary */

await Promise.all([ready(), loadTexts(['lesson'])]);
await startPage('bench');

/** Runs that the module holds. */
let runs = 0;
/** Whether they were measured here. */
let isOwn = false;
/** @type {'time' | 'nodes'} */
let measure = 'time';
/** @type {[string, string] | null} */
let against = null;
/** What was measured last. @type {import('./small.js').Order | null} */
let order = null;
/** @type {AbortController | null} */
let stop = null;
let drawn = 0;
/** How often runs were opened or measured; what an earlier file still holds comes too late. */
let begun = 0;

/* ---- the parts of the page ---- */

const [drop, message, progress, result] = ['.drop', '.bench-message', '.bench-progress', '.bench-result'].map($);
const [files, set, size, level, count, seed, seconds, repeats, solvers, go, halt] = ['files', 'set', 'size', 'level', 'count', 'seed', 'seconds', 'repeats', 'solvers', 'go', 'cancel'].map((id) => $(`#bench-${id}`));
seconds.append(...['1', '2', '5', '10'].map((n) => el('option', { value: n, selected: n === '2' }, t('seconds', { n }))));
files.onchange = () => void open([...files.files]);
go.onclick = () => void start();
halt.onclick = () => stop?.abort();

/* ---- opening files ---- */

/** @param {File[]} given */
async function open(given) {
  const names = ['rows.jsonl', 'rows.csv'];
  const file = names.map((name) => given.find((candidate) => candidate.name === name)).find(Boolean)
    ?? given.find((candidate) => /\.(jsonl|csv|ndjson)$/.test(candidate.name));
  if (!file) {
    message.textContent = t('drop_none');
    return;
  }
  stop?.abort();
  const mine = ++begun;
  askText('open');
  progress.hidden = false;
  const decoder = new TextDecoder();
  const piece = 1 << 18;
  let read = push('');
  for (let at = 0; at < file.size && !read.full; at += piece) {
    const bytes = await file.slice(at, at + piece).arrayBuffer();
    if (mine !== begun) return;
    read = push(decoder.decode(bytes, { stream: true }));
    progress.value = at / file.size;
    // A breath after each piece keeps the page awake with files of any size.
    await new Promise((resolve) => setTimeout(resolve));
  }
  if (mine !== begun) return;
  read = push(decoder.decode(), true);
  progress.hidden = true;
  [runs, isOwn, against] = [read.count, false, null];
  const words = [t('opened', { name: file.name, n: grouped(runs), count: runs })];
  if (read.bad > 0) words.push(t('opened_bad', { n: grouped(read.bad) }));
  if (read.full) words.push(t('opened_full', { n: grouped(runs) }));
  message.textContent = words.join(' ');
  render();
}

/** Hands over a piece of a file. @param {string} text @param {boolean} [isLast] @returns {{count: number, bad: number, full: boolean}} */
const push = (text, isLast = false) => JSON.parse(askText('push', text, isLast) ?? '');

/** The files of what was dropped, folders included. @param {DataTransfer} data @returns {Promise<File[]>} */
async function dropped(data) {
  const entries = [...data.items].map((item) => item.webkitGetAsEntry?.()).filter((entry) => !!entry);
  const found = await Promise.all(entries.map((entry) => filesOf(/** @type {any} */ (entry))));
  return found.flat();
}

/** @param {any} entry @returns {Promise<File[]>} */
async function filesOf(entry) {
  if (entry.isFile) return [await new Promise((resolve, reject) => entry.file(resolve, reject))];
  const children = await new Promise((resolve, reject) => entry.createReader().readEntries(resolve, reject));
  return (await Promise.all(children.filter((/** @type {any} */ child) => child.isFile).map(filesOf))).flat();
}

addEventListener('dragover', (event) => {
  event.preventDefault();
  drop.dataset.over = '';
});
addEventListener('dragleave', () => delete drop.dataset.over);
addEventListener('drop', (event) => {
  event.preventDefault();
  delete drop.dataset.over;
  if (event.dataTransfer) void dropped(event.dataTransfer).then(open);
});

/* ---- a small measurement ---- */

async function start() {
  const configurations = solvers.value.split(/[,\s]+(?![^(]*\))/).filter(Boolean);
  if (configurations.length === 0) {
    message.textContent = t('bench_no_solver');
    return;
  }
  stop = new AbortController();
  solvers.removeAttribute('aria-invalid');
  begun += 1;
  askText('open');
  [runs, isOwn, against] = [0, true, null];
  go.disabled = true;
  halt.hidden = progress.hidden = false;
  progress.value = 0;
  order = {
    set: set.value, size: size.value, level: level.value, seed: Number(seed.value) || 0, count: Number(count.value), configurations,
    seconds: Number(seconds.value), repeats: Number(repeats.value),
  };
  try {
    await runAll(order, stop.signal, (row, done, all) => {
      runs = askRows('row', row).count;
      progress.value = done / all;
      message.textContent = t('bench_running', { done: grouped(done), all: grouped(all) });
      if (performance.now() - drawn > 400) render();
    });
    message.textContent = t('bench_done', { n: grouped(runs), count: runs });
  } catch (error) {
    if (error instanceof BadConfiguration) {
      message.textContent = t('bench_bad', { name: error.configuration, detail: error.message });
      solvers.setAttribute('aria-invalid', 'true');
      solvers.focus();
    } else message.textContent = isAbort(error) ? t('bench_cancelled', { n: grouped(runs), count: runs }) : error instanceof Offline ? t('needs_service') : t('problem', { detail: error instanceof Error ? error.message : '' });
  }
  go.disabled = false;
  halt.hidden = progress.hidden = true;
  render();
  announce(message.textContent);
}

/* ---- showing ---- */

/** @param {number | null} value */
const short = (value) => (value === null ? '–' : numberText(value, { maximumSignificantDigits: 3 }));

const COLUMNS = ['runs', 'solved', 'proven', 'length', 'time', 'par2', 'nodes', 'memory'];
/** The names of the columns, configurations first. */
const heads = () => ['configuration', ...COLUMNS].map((id) => t(`col_${id}`));
/** The texts of a line. @param {Summary} line */
const cells = (line) => COLUMNS.map((id, at) => (at < 3 ? grouped(line[id] ?? 0) : short(line[id])));

function render() {
  drawn = performance.now();
  result.hidden = runs === 0;
  if (runs === 0) return result.replaceChildren();
  /** @type {Summary[]} */
  const lines = askRows('summary');
  const names = lines.map((line) => line.name);
  const [a, b] = against?.every((name) => names.includes(name)) ? against : [names[0], names[1] ?? names[0]];
  const measures = /** @type {const} */ (['time', 'nodes']).map((name) => el('button', { class: 'b small', 'aria-pressed': String(name === measure), onclick: () => { measure = name; render(); } }, t(`measure_${name}`)));
  const pick = (/** @type {string} */ id, /** @type {string} */ value, /** @type {(value: string) => void} */ onPick) => {
    const box = el('select', { 'aria-label': t(id), onchange: () => { onPick(box.value); render(); } }, ...names.map((name) => el('option', { value: name, selected: name === value }, name)));
    return box;
  };
  result.replaceChildren(
    el('div', { class: 'table-scroll', tabindex: 0, role: 'region', 'aria-label': t('summary_title') }, table(lines)),
    el('div', { class: 'row-of-buttons', role: 'group', 'aria-label': t('measure_label') }, el('span', { class: 'soft' }, t('measure_label')), ...measures,
      el('button', { class: 'b q small', id: 'bench-bundle', onclick: () => void saveBundle(lines) }, t('take_bundle')),
      el('button', { class: 'b q small', onclick: () => download('summary.md', 'text/markdown', markdown(lines)) }, t('take_markdown')),
      isOwn ? el('button', { class: 'b q small', id: 'bench-csv', onclick: () => download('rows.csv', 'text/csv', askText('rows') ?? '') }, t('take_csv')) : null,
      isOwn ? el('button', { class: 'b q small', onclick: async () => { message.textContent = t((await copyText(command())) ? 'copied' : 'copy_failed'); } }, t('copy_generate')) : null),
    legend(names),
    el('div', { class: 'plots' },
      figure('cactus', plot('cactus', t('axis_solved'), t(`axis_${measure}`))),
      figure('boxes', plot('boxes', '', t(`axis_${measure}`))),
      names.length > 1 ? figure('scatter', plot('scatter', a, b),
        el('div', { class: 'row-of-buttons' }, pick('scatter_x', a, (value) => { against = [value, b]; }), pick('scatter_y', b, (value) => { against = [a, value]; }))) : null));
}

/** A picture of the runs. @param {'cactus' | 'boxes' | 'scatter'} kind @param {string} across the title of this axis; of a scatter a configuration, as the next @param {string} up */
function plot(kind, across, up) {
  const [n, text] = (askText('plot', kind, measure, across, up, across, up) ?? '').split('\0');
  const picture = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement;
  picture.setAttribute('aria-label', t(`${kind}_label`, { n, a: across, b: up }));
  return picture;
}

/** @param {Summary[]} lines */
function table(lines) {
  const [first, ...others] = heads();
  return el('table', { class: 'bench-table' },
    el('caption', { class: 'unseen' }, t('summary_title')),
    el('thead', {}, el('tr', {}, el('th', { scope: 'col' }, first), ...others.map((name) => el('th', { scope: 'col', class: 'num' }, name)))),
    el('tbody', {}, ...lines.map((line) => el('tr', {}, el('th', { scope: 'row' }, line.name), ...cells(line).map((text) => el('td', { class: 'num' }, text))))));
}

/** @param {Summary[]} lines */
const markdown = (lines) =>
  [heads(), heads().map(() => '---'), ...lines.map((line) => [line.name, ...cells(line)])].map((texts) => `| ${texts.join(' | ')} |\n`).join('');

/** Rows, what was measured, where, the summary and the pictures, in one file. @param {Summary[]} lines */
async function saveBundle(lines) {
  const capabilities = hasService ? await get('/capabilities').catch(() => null) : null;
  const pictures = [...result.querySelectorAll('figure[data-plot]')].map((plot) => /** @type {const} */ ([`${plot.getAttribute('data-plot')}.svg`, standalone(/** @type {Element} */ (plot.querySelector('.plot')))]));
  const environment = { versions: capabilities?.versions ?? null, address: location.origin, browser: navigator.userAgent, threads: navigator.hardwareConcurrency, written: new Date().toISOString() };
  saveFile('taquin-bench.zip', new Blob([fileOf(askText('bundle', JSON.stringify({
    'configuration.json': JSON.stringify(isOwn ? order : { opened: true }, null, 2),
    'environment.json': JSON.stringify(environment, null, 2),
    'summary.md': markdown(lines),
    ...Object.fromEntries(pictures),
  })) ?? '')], { type: 'application/zip' }));
}

/** @param {string[]} names */
function legend(names) {
  return el('ul', { class: 'bench-legend', 'aria-label': t('legend') }, ...names.map((name, i) => el('li', { class: `tone-${i % 6} dash-${i % 6}` }, name)));
}

/** @param {string} id @param {Element} picture @param {...Node} extra */
function figure(id, picture, ...extra) {
  const save = el('button', { class: 'b q small', 'aria-label': t('take_svg_of', { name: t(`plot_${id}`) }), onclick: () => download(`${id}.svg`, 'image/svg+xml', standalone(picture)) }, 'SVG');
  return el('figure', { class: 'card', 'data-plot': id }, el('figcaption', {}, el('h2', {}, t(`plot_${id}`)), save), ...extra, picture, el('p', { class: 'soft' }, t(`plot_${id}_words`)));
}

/** A picture that stands alone: the colours of now written into it. @param {Element} picture */
function standalone(picture) {
  const copy = /** @type {Element} */ (picture.cloneNode(true));
  const [from, to] = [[picture, ...picture.querySelectorAll('*')], [copy, ...copy.querySelectorAll('*')]];
  from.forEach((element, i) => {
    const style = getComputedStyle(element);
    for (const name of ['fill', 'stroke', 'stroke-width', 'font-size', 'font-family', 'opacity', 'fill-opacity']) to[i].setAttribute(name, style.getPropertyValue(name));
  });
  return new XMLSerializer().serializeToString(copy);
}

/** The command that makes the same boards and compares on them. */
function command() {
  const boards = set.value ? `taquin dataset get ${set.value}` : `taquin generate ${size.value} --level ${level.value} --seed ${seed.value} -n ${count.value}`;
  return `${boards} | taquin compare --with ${solvers.value.split(/[,\s]+/).filter(Boolean).join(',')} --time-limit ${seconds.value}s --format csv`;
}

/** Offers the instance sets of the literature; boards of a set have no size, level or seed to choose. */
async function offerSets() {
  try {
    const { datasets } = await get('/datasets');
    set.append(...datasets.map((/** @type {{ name: string, count: number, summary: string }} */ one) => el('option', { value: one.name, title: one.summary }, `${one.name} (${grouped(one.count)})`)));
  } catch {
    // Without a connection nothing can be measured anyway.
  }
}
set.addEventListener('change', () => {
  for (const control of [size, level, seed]) control.disabled = set.value !== '';
});

/** Shows a measurement made earlier, so that one sees what this page is for. */
async function showExample() {
  try {
    const answer = await fetch(fileAddress('bench-example.csv'));
    const text = await answer.text();
    // Whoever opened or measured something meanwhile wants to see that.
    if (!answer.ok || begun > 0) return;
    [runs, measure] = [push(text, true).count, 'nodes'];
    message.textContent = t('bench_example');
    render();
  } catch {
    // The page is as good without it.
  }
}

message.textContent = t('bench_ready');
void offerSets();
await showExample();
document.documentElement.dataset.ready = '';
