import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

// The module asks the store for the language; there is none here.
const { provide, t, timeText } = await import('../../app/js/i18n.js');

const ROOT = new URL('../../app/i18n/', import.meta.url);

test('a word takes the form of its number, by the rules of the language', () => {
  provide({ plan: 'a plan of {n} {n|move|moves} in {rows} {rows|row|rows}' });
  assert.equal(t('plan', { n: 1, rows: 2 }), 'a plan of 1 move in 2 rows');
  assert.equal(t('plan', { n: 0, rows: 1 }), 'a plan of 0 moves in 1 row');
  assert.equal(t('plan', { n: '1,001', rows: '?' }), 'a plan of 1,001 moves in ? rows');
  // In French 0 is singular.
  provide({ plan: '{n} {n|coup|coups}' }, 'fr');
  assert.equal(t('plan', { n: 0 }), '0 coup');
  assert.equal(t('plan', { n: 2 }), '2 coups');
  // Arabic has six forms.
  provide({ plan: '{n|صفر|واحد|اثنان|قليل|كثير|آخر}' }, 'ar');
  assert.deepEqual([0, 1, 2, 5, 15, 100].map((n) => t('plan', { n })), ['صفر', 'واحد', 'اثنان', 'قليل', 'كثير', 'آخر']);
});

/** Nouns that must not stand beside a number that may be one. */
const PLURALS = /** @type {Record<string, string>} */ ({
  en: 'moves|slides|pairs|tiles|boards|runs|lines|positions|numbers|conflicts|clauses|variables|actions|results|days|wins',
  de: 'Züge|Zügen|Paare|Paaren|Steine|Bretter|Läufe|Stellungen|Zahlen|Konflikte|Klauseln|Variablen|Tage',
  fr: 'coups|paires|pièces|plateaux|exécutions|positions|nombres|conflits|clauses|variables|jours',
  es: 'jugadas|pares|fichas|tableros|ejecuciones|posiciones|números|conflictos|cláusulas|variables|días',
});
/** Texts whose number is never one. @type {RegExp} */
const NEVER_ONE = /_one$|^(time_of|limit|searching|bad_|opened_full|level_band|sheet_task|learn_truncated|parity_why|why_)/;

for (const [tag, nouns] of Object.entries(PLURALS)) {
  test(`“1 moves” cannot be said in ${tag}`, () => {
    const faults = [];
    for (const bundle of readdirSync(new URL(`${tag}/`, ROOT))) {
      const texts = JSON.parse(readFileSync(new URL(`${tag}/${bundle}`, ROOT), 'utf8'));
      for (const [id, text] of Object.entries(texts)) {
        if (`${id}_one` in texts || NEVER_ONE.test(id)) continue;
        if (new RegExp(`\\{\\w+\\} (${nouns})(?![\\p{L}])`, 'u').test(text)) faults.push(`${bundle} ${id}: ${text}`);
        // “Faltan 1”: the verb is plural too.
        if (tag === 'es' && /faltan (al menos )?\{/i.test(text)) faults.push(`${bundle} ${id}: ${text}`);
      }
    }
    assert.deepEqual(faults, []);
  });
}

test('times are told to the hundredth, cut and not rounded', () => {
  assert.equal(timeText(0), '0:00.00');
  assert.equal(timeText(12_349), '0:12.34');
  assert.equal(timeText(59_999), '0:59.99');
  assert.equal(timeText(62_070), '1:02.07');
  assert.equal(timeText(3_723_450), '1:02:03.45');
});
