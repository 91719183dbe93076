import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { askText, fileOf, ready } from '../../app/js/engine/results.js';

await ready();
/** An archive of texts; that of the rows, of which there are none, comes first. @param {Record<string, string>} texts */
const bundle = (texts) => fileOf(askText('bundle', JSON.stringify(texts)) ?? '');

test('the archive has its files where its directory says', () => {
  /** @type {Record<string, string | null>} */
  const files = { 'rows.csv': 'configuration,instance,status,length,proven,expanded,generated,seconds,memory,limit\n', 'rows.parquet': null, 'empty.txt': '', 'ünï.md': '# größer\n' };
  const bytes = bundle({ 'empty.txt': '', 'ünï.md': '# größer\n' });
  const view = new DataView(bytes.buffer);
  const end = bytes.length - 22;
  assert.equal(view.getUint32(end, true), 0x06054b50);
  assert.equal(view.getUint16(end + 10, true), 4);
  let at = view.getUint32(end + 16, true);
  for (const [name, text] of Object.entries(files)) {
    assert.equal(view.getUint32(at, true), 0x02014b50);
    const length = view.getUint16(at + 28, true);
    assert.equal(new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + length)), name);
    const local = view.getUint32(at + 42, true);
    assert.equal(view.getUint32(local, true), 0x04034b50);
    const body = local + 30 + view.getUint16(local + 26, true);
    if (text !== null) assert.equal(new TextDecoder().decode(bytes.subarray(body, body + view.getUint32(at + 24, true))), text);
    at += 46 + length;
  }
  assert.equal(at, end);
});

test('another program reads it, where there is one', (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'taquin-zip-'));
  try {
    const path = join(folder, 'a.zip');
    writeFileSync(path, bundle({ 'one.txt': 'eins', 'two.txt': 'zwei' }));
    execFileSync('python3', ['-m', 'zipfile', '-e', path, folder]);
    assert.equal(readFileSync(join(folder, 'two.txt'), 'utf8'), 'zwei');
  } catch (error) {
    if (/** @type {any} */ (error).code !== 'ENOENT') throw error;
    context.skip('no python3');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
