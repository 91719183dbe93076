/**
 * The parts of Play that the first picture does not need. Each is fetched when it is first used, and all of them one
 * after another while nobody waits, so that a press finds its part there.
 */

import { Offline } from '../connection.js';
import { load } from '../i18n.js';
import { needStyle } from '../shell.js';

/** The modules, those first that are likely to be wanted first. */
const PARTS = {
  panel: () => import('./panel.js'),
  deal: () => import('./deal.js'),
  'view-more': () => import('./view-more.js'),
  line: () => import('./line.js'),
  'win-card': () => import('./win-card.js'),
  session: () => import('./session-view.js'),
  jobs: () => import('../jobs.js'),
  menus: () => import('./menus.js'),
  setup: () => import('./setup.js'),
  settings: () => import('./settings.js'),
  explain: () => import('./explain.js'),
  follow: () => import('./follow.js'),
  graph: () => import('./graph.js'),
  rebind: () => import('./rebind.js'),
  replay: () => import('./replay.js'),
  ghost: () => import('./ghost.js'),
  challenge: () => import('./challenge.js'),
  queries: () => import('./queries.js'),
  feel: () => import('./feel.js'),
};

/** What browsers say of a file that they could not get. */
const UNREACHED = /fetch|import|load|network|cannot be had/i;

/** @type {Promise<unknown> | null} */
let looks = null;

/** The texts and styles of all parts. */
function textsAndStyles() {
  looks ??= Promise.all([load(['play-more']), needStyle('forms'), needStyle('play-more')]).catch((error) => {
    looks = null;
    throw error;
  });
  return looks;
}

/**
 * A part, fetched if it is not there yet.
 * @template {keyof typeof PARTS} K
 * @param {K} name @returns {Promise<Awaited<ReturnType<typeof PARTS[K]>>>}
 * @throws {Offline} when it cannot be had
 */
export async function part(name) {
  try {
    const [module] = await Promise.all([PARTS[name](), textsAndStyles()]);
    await /** @type {any} */ (module).ready?.();
    return /** @type {any} */ (module);
  } catch (error) {
    // A module that is there but broken is no matter of the connection.
    if (error instanceof TypeError && UNREACHED.test(error.message)) throw new Offline();
    throw error;
  }
}

/** Fetches all parts, one after another, each when the page has nothing to do. */
export async function fetchParts() {
  for (const name of /** @type {(keyof typeof PARTS)[]} */ (Object.keys(PARTS))) {
    await idle();
    try {
      await part(name);
    } catch {
      // Without a connection each is asked for again when it is used.
      return false;
    }
  }
  return true;
}

/** @returns {Promise<void>} */
const idle = () => new Promise((resolve) => {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: 2000 });
  else setTimeout(resolve, 200);
});
