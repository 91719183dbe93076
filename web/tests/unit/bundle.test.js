import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { crc32, zip } from '../../app/js/bench/bundle.js';

test('sums are those of the standard', () => {
  // The check value of CRC-32/ISO-HDLC.
  assert.equal(crc32(new TextEncoder().encode('123456789')), 0xcbf43926);
});

test('the archive has its files where its directory says', async () => {
  const files = { 'rows.csv': 'a,b\n1,2\n', 'ünï.md': '# größer\n', 'empty.txt': '' };
  const bytes = new Uint8Array(await zip(files).arrayBuffer());
  const view = new DataView(bytes.buffer);
  const end = bytes.length - 22;
  assert.equal(view.getUint32(end, true), 0x06054b50);
  assert.equal(view.getUint16(end + 10, true), 3);
  let at = view.getUint32(end + 16, true);
  for (const [name, text] of Object.entries(files)) {
    assert.equal(view.getUint32(at, true), 0x02014b50);
    const length = view.getUint16(at + 28, true);
    assert.equal(new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + length)), name);
    const local = view.getUint32(at + 42, true);
    assert.equal(view.getUint32(local, true), 0x04034b50);
    const body = local + 30 + view.getUint16(local + 26, true);
    assert.equal(new TextDecoder().decode(bytes.subarray(body, body + view.getUint32(at + 24, true))), text);
    at += 46 + length;
  }
  assert.equal(at, end);
});

test('another program reads it, where there is one', async (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'taquin-zip-'));
  try {
    const path = join(folder, 'a.zip');
    writeFileSync(path, new Uint8Array(await zip({ 'one.txt': 'eins', 'two.txt': 'zwei' }).arrayBuffer()));
    execFileSync('python3', ['-m', 'zipfile', '-e', path, folder]);
    assert.equal(readFileSync(join(folder, 'two.txt'), 'utf8'), 'zwei');
  } catch (error) {
    if (/** @type {any} */ (error).code !== 'ENOENT') throw error;
    context.skip('no python3');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
