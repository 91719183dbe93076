import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

const ROOT = new URL('../../app/i18n/', import.meta.url);
const ROOT_OF_PAGES = new URL('../../app/', import.meta.url);
const LANGUAGES = ['de', 'es', 'fr', 'ar'];

/** @param {string} tag @param {string} bundle @returns {Record<string, string>} */
const texts = (tag, bundle) => JSON.parse(readFileSync(new URL(`${tag}/${bundle}`, ROOT), 'utf8'));
/** @param {string} text */
const placeholders = (text) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort();

for (const bundle of readdirSync(new URL('en/', ROOT))) {
  for (const tag of LANGUAGES) {
    test(`${tag}/${bundle} has the ids and placeholders of English`, () => {
      const [english, other] = [texts('en', bundle), texts(tag, bundle)];
      assert.deepEqual(Object.keys(other).sort(), Object.keys(english).sort());
      for (const [id, text] of Object.entries(english)) {
        assert.deepEqual(placeholders(other[id]), placeholders(text), id);
        assert(other[id].trim(), `${id} is empty`);
      }
    });
  }
}

test('the messages of the product are word for word', () => {
  const common = texts('en', 'common.json');
  /** @type {Record<string, string>} */
  const exact = {
    start: 'Press Shuffle to begin.',
    ready: 'The clock starts with your first move.',
    cannot_move: 'That tile cannot move.',
    won: 'YOU WON! {moves} moves in {time}.',
    won_perfect: 'YOU WON! {moves} moves in {time} — the fewest possible.',
    won_assisted: 'YOU WON! (with help) {moves} moves in {time}.',
    hint_tile: 'Look at tile {t}.',
    hint_move: 'Slide {t} {direction}. ({label}, {n} to go)',
    searching: 'Searching… {nodes} positions looked at.',
    limit: 'No proof within {s} s. Best found: {n} moves. Search on?',
    undo_new: 'New game. Undo brings the last one back.',
    bad_board: 'Tile {t} appears {n} times; each of 1–{max} must appear once.',
    bad_size: '{n} numbers do not fill a {w}×{h} board ({need} needed).',
    unsolvable: "This board cannot be solved: its parity is {odd}, the goal's is {even}, and no slide ever changes that. Swap {a} and {b} to make it solvable? (Why?)",
    offline: 'No connection. Playing and hints up to 4x4 still work here.',
    server_busy: 'The server is busy. Trying again in {s} s.',
    link_bad: 'This link does not hold a whole board. Showing a new game instead.',
  };
  for (const [id, text] of Object.entries(exact)) assert.equal(common[id], text, id);
});

test('every text that the modules name exists', () => {
  const scripts = readdirSync(new URL('../../app/js/', import.meta.url), { recursive: true, encoding: 'utf8' }).filter((name) => /\.js$/.test(name));
  const source = scripts.map((name) => readFileSync(new URL(`../../app/js/${name}`, import.meta.url), 'utf8')).join('\n');
  const known = new Set(readdirSync(new URL('en/', ROOT)).flatMap((bundle) => Object.keys(texts('en', bundle))));
  for (const [, id] of source.matchAll(/\bt\('([\w-]+)'/g)) assert(known.has(id), `${id} has no text`);
});

test('the words that a page holds before its texts come are the English ones', () => {
  const pages = readdirSync(ROOT_OF_PAGES).filter((name) => name.endsWith('.html'));
  const held = pages.flatMap((page) => {
    const source = readFileSync(new URL(page, ROOT_OF_PAGES), 'utf8');
    const english = Object.assign({}, ...(/data-texts="([^"]+)"/.exec(source)?.[1].split(' ') ?? []).map((bundle) => texts('en', `${bundle}.json`)));
    return [...source.matchAll(/data-t="(\w+)"[^>]*>([^<]+)</g)].map(([, id, words]) => ({ page, id, words, wanted: english[id] }));
  });
  assert(held.length >= 8);
  for (const { page, id, words, wanted } of held) assert.equal(words, wanted, `${id} in ${page}`);
});
