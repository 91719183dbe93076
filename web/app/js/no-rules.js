/**
 * What a page says that has no rules: without them nothing can be played or shown.
 */

import { load, t } from './i18n.js';

/** Says it above the page. */
export async function sayNoRules() {
  await load(['common']);
  const said = document.createElement('p');
  said.className = 'card fault';
  said.id = 'no-rules';
  said.setAttribute('role', 'alert');
  said.textContent = t(typeof WebAssembly === 'object' ? 'rules_unreached' : 'rules_missing');
  document.querySelector('main')?.prepend(said);
  // No more will come.
  document.documentElement.dataset.ready = '';
}
