import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { createContext, runInContext } from 'node:vm';

const APP = new URL('../../app/', import.meta.url);

test('the service worker keeps every file of the page', () => {
  const context = createContext({ self: { addEventListener: () => {} }, location: { href: 'http://localhost/sw.js' }, URL });
  const lists = `${readFileSync(new URL('sw.js', APP), 'utf8')}\n;[...NEEDED, ...WELCOME].join()`;
  const kept = new Set(String(runInContext(lists, context)).split(','));
  const files = readdirSync(APP, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath ?? entry.path}/${entry.name}`.slice(APP.pathname.length - 1).replace('//', '/').slice(1))
    // The modules are kept by the names that module.js has for them.
    .filter((path) => path !== 'sw.js' && path !== '404.html' && !path.startsWith('engine/'));
  const address = (/** @type {string} */ path) => path.replace(/^index\.html$/, '').replace(/\.html$/, '');
  const wanted = new Set(files.map(address));
  assert.deepEqual([...wanted].filter((path) => !kept.has(path)), [], 'files that are not kept');
  assert.deepEqual([...kept].filter((path) => !wanted.has(path)), [], 'kept, but not there');
});
