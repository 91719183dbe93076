/**
 * The second visit works without a connection: the pages and what they need are kept, asked for
 * anew when there is a connection, and the API is never kept.
 */

const CACHE = 'taquin-1';

/** Everything the pages need; bundles of all languages, so that a change of language works offline too. */
const PAGES = ['/', '/learn', '/race', '/coach', '/daily'];
const LANGUAGES = ['en', 'de', 'fr', 'es'];
const NAMES = ['play', 'learn', 'race', 'coach', 'daily'];
/** What must be there for Play; the rest is kept as far as it can be had. */
const NEEDED = [
  '/', '/css/base.css', '/css/board.css', '/css/play.css', '/js/theme.js', '/js/shell.js', '/js/api.js', '/js/i18n.js',
  '/js/store.js', '/js/board.js', '/js/board-state.js',
  ...['main', 'app', 'advice', 'deal', 'explain', 'game', 'graph', 'keys', 'link', 'menus', 'panel', 'player', 'results', 'review', 'settings', 'setup', 'speech', 'view']
    .map((name) => `/js/play/${name}.js`),
  ...['generate', 'limits', 'local', 'search', 'table', 'walking', 'worker'].map((name) => `/js/offline/${name}.js`),
  ...LANGUAGES.flatMap((tag) => ['common', 'play'].map((bundle) => `/i18n/${tag}/${bundle}.json`)),
  '/manifest.webmanifest', '/icons/icon.svg',
];
const WELCOME = [
  ...PAGES.slice(1), '/icons/icon-192.png', '/icons/icon-512.png',
  ...NAMES.slice(1).map((name) => `/css/${name}.css`),
  ...LANGUAGES.flatMap((tag) => NAMES.slice(1).map((bundle) => `/i18n/${tag}/${bundle}.json`)),
];

self.addEventListener('install', (event) => {
  event.waitUntil((async () => {
    const cache = await caches.open(CACHE);
    await cache.addAll(NEEDED);
    await self.skipWaiting();
  })());
});

self.addEventListener('activate', (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name);
    await self.clients.claim();
    const cache = await caches.open(CACHE);
    await Promise.allSettled(WELCOME.map(async (path) => {
      const answer = await fetch(path);
      if (answer.ok) await cache.put(path, answer);
    }));
  })());
});

self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  const isOurs = url.origin === location.origin && event.request.method === 'GET';
  const isService = /^\/(api|metrics|problems)(\/|$)/.test(url.pathname);
  if (isOurs && !isService) event.respondWith(answer(event.request, url));
});

/** How long a server may take before what it said last is good enough. */
const PATIENCE = 3000;

/** What the server says now; what it said last where it does not answer. */
async function answer(request, url) {
  // Pages are kept by their path: what stands behind `?` is the game's.
  const key = request.mode === 'navigate' ? url.pathname : request;
  const cache = await caches.open(CACHE);
  const fresh = fetch(request).then(async (response) => {
    if (response.ok) await cache.put(key, response.clone());
    return response;
  });
  const kept = await cache.match(key);
  if (!kept) return fresh;
  const late = new Promise((resolve) => setTimeout(() => resolve(kept), PATIENCE));
  return Promise.race([fresh.catch(() => kept), late]);
}
