// The service's words for clauses, one sample of every family of every encoding.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { familyId, readClause } from '../../app/js/learn/clause-words.js';

const encodings = JSON.parse(readFileSync(new URL('../fixtures/families.json', import.meta.url), 'utf8'));

test('every sample clause can be taken apart', () => {
  for (const { encoding, families } of encodings) {
    for (const { name, sample } of families) assert.ok(readClause(sample), `${encoding}, ${name}: ${sample}`);
  }
});

test('conditions and consequences are told apart', () => {
  const clause = readClause('if row 1 column 1 and row 1 column 2 swap after step 0 and the blank is in row 1 column 1 at step 0, then the blank is in row 1 column 2 at step 1');
  assert.deepEqual(clause?.when.map(({ id }) => id), ['lit_swap', 'lit_blank']);
  assert.deepEqual(clause?.then, [{ id: 'lit_blank', params: { r: '1', c: '2', s: '1' } }]);
  assert.equal(readClause('the moon is in row 1'), null);
});

test('every family has a name and words in every language', () => {
  for (const language of ['en', 'de', 'fr', 'es']) {
    const texts = JSON.parse(readFileSync(new URL(`../../app/i18n/${language}/learn.json`, import.meta.url), 'utf8'));
    for (const { encoding, families } of encodings) {
      for (const { name } of families) {
        assert.ok(texts[familyId(encoding, name)], `${language} ${familyId(encoding, name)}`);
        assert.ok(texts[`${familyId(encoding, name)}_words`], `${language} ${familyId(encoding, name)}_words`);
      }
    }
  }
});
