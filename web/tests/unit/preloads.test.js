import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PAGES, preloaded } from '../../tools/preloads.mjs';

for (const page of PAGES) {
  test(`${page}.html names the modules that it needs at once (node web/tools/preloads.mjs)`, () => {
    const { now, wanted } = preloaded(page);
    assert.ok(wanted.includes('href="js/i18n.js"'), 'no modules were found');
    assert.equal(now, wanted);
  });
}
