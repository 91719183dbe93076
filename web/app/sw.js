/**
 * The second visit works without a connection, and every visit is of one version: all files of a version are
 * kept together and answered from there. A new version is fetched as a whole, waits while several tabs show the old
 * one, and takes over with the next page that is opened alone. The API is never kept.
 */

/** Where the page is served, the hash of all its files stands here. `work` is a folder that somebody works on. */
const VERSION = 'work';
const CACHE = `taquin-${VERSION}`;

/** The folder of the site. */
const ROOT = new URL('./', location.href).pathname;

const LANGUAGES = ['en', 'de', 'fr', 'es', 'ar'];

/** Scripts by folder; a test compares this with what there is. */
const SCRIPTS = {
  '': 'address api bindings board board-state catalogue connection dialogs game-id grid i18n jobs lost mini-board no-rules position-form retry shell solver-names stage-words store theme timing',
  play: 'advice challenge deal effects explain facts feel first follow game ghost graph keys line link main menus page panel parts picture play player queries rebind replay results review session-view settings setup speech state update view view-more win-card',
  'play/update': 'games helping moving saying solving winning',
  engine: 'engine module parts results rules size tables worker',
  learn: 'address clause-words formula-view heuristic-view lists-view main narrate parity-view plan-view pseudocode quiz reading sheet trace-player tree-layout tree-paint tree-view',
  race: 'lane-view main race-clock race-state',
  coach: 'coach-state main trick',
  daily: 'daily-game daily-score main',
  bench: 'main small',
  quiz: 'main quiz-state',
  embed: 'main',
};

/** @param {(keyof typeof SCRIPTS)[]} folders */
const scripts = (...folders) => folders.flatMap((folder) =>
  SCRIPTS[folder].split(' ').map((name) => `js/${folder ? `${folder}/` : ''}${name}.js`));
const styles = (...names) => names.map((name) => `css/${name}.css`);
const texts = (...bundles) => LANGUAGES.flatMap((tag) => bundles.map((bundle) => `i18n/${tag}/${bundle}.json`));

/** The other pages; a static site names their files. */
const PAGES = ['learn', 'race', 'coach', 'daily', 'bench', 'quiz', 'embed'];

/** What must be there for Play, in all languages. */
const NEEDED = [
  '', ...styles('base', 'board', 'forms', 'play', 'play-more'), ...scripts('', 'play', 'play/update', 'engine'), ...texts('common', 'play', 'play-more'),
  'manifest.webmanifest', 'icons/icon.svg',
];
/** What is kept as far as it can be had. */
const WELCOME = [
  ...PAGES, ...styles('learn', 'lesson', 'lost', 'race', 'coach', 'daily', 'bench', 'quiz', 'embed'),
  ...scripts('learn', 'race', 'coach', 'daily', 'bench', 'quiz', 'embed'), ...texts('learn', 'lesson', 'pseudocode', 'race', 'coach', 'daily', 'bench', 'quiz', 'embed', 'lost'), 'bench-example.csv', 'embed.js', 'icons/icon-192.png', 'icons/icon-512.png', 'icons/icon-maskable.png',
];

/** Keeps the modules that the page's scripts name; their addresses change with their content. @param {Cache} cache */
async function keepModules(cache) {
  const names = await cache.match(`${ROOT}js/engine/module.js`);
  const files = ((await names?.text()) ?? '').matchAll(/'(\w+\.bin\?v=[0-9a-f]+)'/g);
  await cache.addAll([...files].map(([, file]) => `${ROOT}engine/${file}`));
}

self.addEventListener('install', (event) => {
  event.waitUntil((async () => {
    const cache = await caches.open(CACHE);
    // What the browser keeps by itself may be of another version.
    const fresh = (path) => new Request(ROOT + path, { cache: 'no-cache' });
    await cache.addAll(NEEDED.map(fresh));
    await keepModules(cache);
    await Promise.allSettled(WELCOME.map((path) => cache.add(fresh(path))));
  })());
});

self.addEventListener('activate', (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name);
    await self.clients.claim();
  })());
});

self.addEventListener('message', ({ data }) => {
  if (data === 'take over') void self.skipWaiting();
});

self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  const isOurs = url.origin === location.origin && event.request.method === 'GET';
  const isService = /^(api|metrics|problems)(\/|$)/.test(url.pathname.slice(ROOT.length));
  if (isOurs && !isService) event.respondWith(answer(event.request, url));
});

/** The files of this version. */
const OWN = new Set([...NEEDED, ...WELCOME, 'engine/taquin.bin', 'engine/rules.bin', 'engine/results.bin'].map((path) => ROOT + path));

/** What a tab shows until the new version has it; then it asks the new version for the page. */
const HANDOVER = `<!doctype html><script>
navigator.serviceWorker.oncontrollerchange = () => location.reload();
setTimeout(() => location.replace(location.href), 1000);
</script>`;

/** @param {Request} request @param {URL} url @returns {Promise<Response>} */
async function answer(request, url) {
  const isPage = request.mode === 'navigate';
  if (isPage && (await isReplaced(request))) return new Response(HANDOVER, { headers: { 'content-type': 'text/html' } });
  // Pages are kept by their path: what stands behind `?` is the game's.
  const key = isPage ? url.pathname : request;
  const cache = await caches.open(CACHE);
  const kept = await cache.match(key);
  if (kept && VERSION !== 'work' && OWN.has(url.pathname)) return kept;
  const fresh = fetch(request).then(async (response) => {
    if (response.ok) await cache.put(key, response.clone());
    return response;
  });
  return kept ? newest(fresh, kept) : fresh;
}

/** Whether a page is opened in place of itself; only some browsers say so in so many words. @param {Request} request */
const isReload = (request) => request.isReloadNavigation ?? request.cache === 'no-cache';

/** Whether a version that waits takes over now: no other tab shows the old one. @param {Request} request */
async function isReplaced(request) {
  const { waiting } = self.registration;
  if (!waiting) return false;
  const tabs = await self.clients.matchAll({ type: 'window' });
  if (tabs.length > (isReload(request) ? 1 : 0)) return false;
  waiting.postMessage('take over');
  return true;
}

/** Milliseconds that a server may take before what it said last is good enough. */
const PATIENCE = 1500;
/** Milliseconds for which a server that was late is not waited for again. */
const DISTRUST = 30_000;
/** When the server was last late. */
let lateAt = -Infinity;

const LATE = Symbol('late');

/** What the server says now; what it said last where it does not answer. @param {Promise<Response>} fresh @param {Response} kept */
async function newest(fresh, kept) {
  const patience = performance.now() - lateAt < DISTRUST ? 0 : PATIENCE;
  const late = new Promise((resolve) => {
    setTimeout(() => resolve(LATE), patience);
  });
  const first = await Promise.race([fresh.catch(() => kept), late]);
  if (first !== LATE) return first;
  lateAt = performance.now();
  fresh.then(() => {
    lateAt = -Infinity;
  }, () => {});
  return kept;
}
