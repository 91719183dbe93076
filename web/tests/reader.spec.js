/**
 * What a screen reader gets of a whole game: the accessibility tree as the browser hands it to the system, and every
 * sentence of the live region, kept in `fixtures/reader.txt`. A change there is a change for people who play by ear.
 * `npm run browser -- reader.spec.js --update-snapshots` writes it anew.
 */

import { arrows, expect, expectState, live, message, openStopped, pass, position, test } from './harness.js';

/** @typedef {{ nodeId: string, parentId?: string, childIds?: string[], ignored: boolean, role?: { value: string }, name?: { value: string }, value?: { value: unknown }, properties?: { name: string, value: { value: unknown } }[] }} Node */

/** Roles that say nothing by themselves. */
const SILENT = new Set(['none', 'generic', 'InlineTextBox', 'LineBreak', 'ListMarker', 'paragraph']);
/** States that are read out. */
const STATES = ['checked', 'pressed', 'selected', 'expanded', 'disabled', 'focused', 'live'];

/** The tree as lines of role, name and states. @param {import('@playwright/test').CDPSession} client */
async function tree(client) {
  const { nodes } = /** @type {{ nodes: Node[] }} */ (/** @type {unknown} */ (await client.send('Accessibility.getFullAXTree')));
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  /** @type {string[]} */
  const lines = [];
  const walk = (/** @type {Node} */ node, /** @type {number} */ depth, /** @type {string} */ around) => {
    const [role, name] = [node.role?.value ?? '', (node.name?.value ?? '').trim()];
    // A text inside what is named by it is not read twice.
    const isSilent = node.ignored || SILENT.has(role) || (role === 'StaticText' && (!name || around === name));
    if (!isSilent) {
      const states = (node.properties ?? []).filter((state) => STATES.includes(state.name) && ![false, 'false', 'off'].includes(/** @type {any} */ (state.value.value)));
      const said = states.map((state) => (state.value.value === true ? state.name : `${state.name} ${state.value.value}`));
      const value = node.value?.value !== undefined && node.value.value !== name ? [`= ${node.value.value}`] : [];
      lines.push([`${'  '.repeat(depth)}${role === 'StaticText' ? 'text' : role}`, name && JSON.stringify(name), ...value, ...said].filter(Boolean).join(' '));
    }
    for (const id of node.childIds ?? []) {
      const child = byId.get(id);
      if (child) walk(child, isSilent ? depth : depth + 1, isSilent ? around : name);
    }
  };
  walk(/** @type {Node} */ (nodes.find((node) => !node.parentId)), 0, '');
  return lines.join('\n');
}

test('a whole game as a screen reader gets it: shuffle, moves, a hint, the win', async ({ page }) => {
  // Shuffle draws the board of this seed.
  await page.addInitScript(() => {
    crypto.getRandomValues = (/** @type {any} */ array) => array.fill(20);
    Math.random = () => 0.5;
  });
  await openStopped(page, '/?b=1,2,3/4,5,6/0,7,8');
  const client = await page.context().newCDPSession(page);
  /** @type {string[]} */
  const said = [];
  await page.exposeFunction('hear', (/** @type {string} */ text) => said.push(text.trim()));
  await live(page).evaluate((region) => {
    new MutationObserver(() => /** @type {any} */ (globalThis).hear(region.textContent)).observe(region, { childList: true, characterData: true, subtree: true });
  });
  /** @type {string[]} */
  const parts = [];
  const keep = async (/** @type {string} */ title) => {
    await pass(page, 2000);
    const text = await tree(client);
    // The win is said again when the optimum is known; without news, in the same words.
    const heard = said.splice(0).filter((line, i, all) => line !== all[i - 1]);
    parts.push(`== ${title}`, ...heard.map((line) => `said: ${line}`), text, '');
  };

  await keep('a board from a link');
  await page.locator('#shuffle').focus();
  await page.keyboard.press('Enter');
  await expect.poll(async () => {
    await pass(page, 50);
    return position(page);
  }).not.toBe('1 2 3/4 5 6/0 7 8');
  await keep('a new game');
  await page.locator('#board [tabindex="0"]').focus();
  const line = await page.locator('#board').evaluate(async (/** @type {any} */ view) => {
    const answer = await fetch('/api/v1/solve', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ board: String(view.board) }) });
    return (await answer.json()).moves.replace(/([UDLR])(\d)/g, (/** @type {string} */ _, /** @type {string} */ move, /** @type {string} */ n) => move.repeat(Number(n)));
  });
  await arrows(page, line.slice(0, 3));
  await keep('after three moves');
  await page.keyboard.press('h');
  await expect.poll(async () => {
    await pass(page, 50);
    return message(page).textContent();
  }).toMatch(/to go\)/);
  await keep('a hint, which plays its move');
  await arrows(page, line.slice(4, -1));
  await keep('one move before the end');
  await arrows(page, line.slice(-1));
  await expectState(page, 'won-assisted');
  await page.locator('#win-card').waitFor();
  await keep('won');
  // How long the game took depends on the machine.
  const text = parts.join('\n').replace(/\d:\d\d(\.\d\d)?/g, 'TIME').replace(/"\d+\.\d\d"/g, '"PACE"');
  expect(text).toMatchSnapshot('reader.txt');
});
