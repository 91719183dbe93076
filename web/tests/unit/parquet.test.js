// Parquet: the same bytes as in a file that an independent reader reads (crates/taquin-lab, `the_page_writes_what_others_read`).
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { toParquet } from '../../app/js/bench/parquet.js';

/** Ten rows of every kind of value, and of none. */
const rows = Array.from({ length: 10 }, (_, n) => ({
  name: n === 3 ? null : `board ${n} – ½`, moves: n * 1_000_003, seconds: n === 9 ? undefined : n / 8, proven: n % 3 === 0, nothing: null,
  ...Object.fromEntries(Array.from({ length: 12 }, (_, k) => [`c${k}`, n + k])),
}));

test('the file is the one that was read elsewhere', () => {
  const known = readFileSync(new URL('../fixtures/rows.parquet', import.meta.url));
  assert.deepEqual(Buffer.from(toParquet(rows, Object.keys(rows[0]))), known);
});

test('no rows are a file too', () => {
  const bytes = Buffer.from(toParquet([], ['a']));
  assert.equal(bytes.subarray(0, 4).toString(), 'PAR1');
  assert.equal(bytes.subarray(-4).toString(), 'PAR1');
  assert.ok(bytes.readUInt32LE(bytes.length - 8) <= bytes.length - 12);
});
