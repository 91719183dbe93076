// Clauses in words, one sample of every family of every encoding as the service sends it.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { provide } from '../../app/js/i18n.js';
import { familyId, sayClause } from '../../app/js/learn/clause-words.js';

const encodings = JSON.parse(readFileSync(new URL('../fixtures/families.json', import.meta.url), 'utf8'));
/** @param {string} tag @returns {Record<string, string>} */
const texts = (tag) => JSON.parse(readFileSync(new URL(`../../app/i18n/${tag}/learn.json`, import.meta.url), 'utf8'));

test('in English the page says what the service says', () => {
  provide(texts('en'));
  for (const { families } of encodings) {
    for (const family of families) assert.equal(sayClause(family), `${family.sample[0].toUpperCase()}${family.sample.slice(1)}.`);
  }
});

test('in other languages nothing is left in English', () => {
  for (const tag of ['de', 'fr', 'es', 'ar']) {
    provide(texts(tag), tag);
    for (const { families } of encodings) {
      for (const family of families) {
        const said = sayClause(family);
        assert.doesNotMatch(said, /\b(the|tile|row|step)\b|\{|lit_/, `${tag}: ${said}`);
      }
    }
  }
});

test('a denial of at least n is at most n - 1', () => {
  provide(texts('en'));
  const count = { id: 'count', group: 2, count: 3, step: 5 };
  const clause = { when: [{ ...count, holds: true }], then: [{ ...count, step: 6, holds: false }] };
  assert.equal(sayClause({ sample: '', clause }),
    'If at least 3 moves before step 5 took a tile of group 2 away from its goal, then at most 2 moves before step 6 took a tile of group 2 away from its goal.');
});

test('what has no words here is said in the words of the service', () => {
  const clause = { when: [], then: [{ id: 'of-tomorrow', step: 1, holds: true }] };
  assert.equal(sayClause({ sample: 'something new', clause }), 'something new');
  assert.equal(sayClause({ sample: 'never', clause: { when: [], then: [] } }), 'never');
});

test('every family has a name and words in every language', () => {
  for (const language of ['en', 'de', 'fr', 'es', 'ar']) {
    for (const { encoding, families } of encodings) {
      for (const { name } of families) {
        assert.ok(texts(language)[familyId(encoding, name)], `${language} ${familyId(encoding, name)}`);
        assert.ok(texts(language)[`${familyId(encoding, name)}_words`], `${language} ${familyId(encoding, name)}_words`);
      }
    }
  }
});
