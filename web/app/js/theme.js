// Runs before the first paint, so that no page flashes in the wrong colours or turns round; the modules take over.
(() => {
  const root = document.documentElement;
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const settings = () => {
    try {
      return JSON.parse(localStorage.getItem('taquin.settings') ?? '{}') ?? {};
    } catch {
      // A damaged store means no choice.
      return {};
    }
  };
  const apply = () => {
    const chosen = settings().theme ?? 'auto';
    root.dataset.theme = chosen === 'auto' ? (dark.matches ? 'dark' : 'light') : chosen;
    root.dataset.js = '';
  };
  apply();
  dark.addEventListener('change', apply);
  addEventListener('taquin-settings', apply);
  addEventListener('storage', apply);

  // The language chosen, or the first of the browser's that there is; those after the bar are written from right to left.
  const [toRight, toLeft] = 'en de fr es|ar'.split('|').map((tags) => tags.split(' '));
  const chosen = settings().language;
  const wanted = chosen ? [chosen] : navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase());
  root.lang = wanted.find((tag) => toRight.includes(tag) || toLeft.includes(tag)) ?? 'en';
  root.dir = toLeft.includes(root.lang) ? 'rtl' : 'ltr';

  // The page's texts are fetched beside its modules, not after them.
  const { src, dataset } = /** @type {HTMLScriptElement} */ (document.currentScript);
  for (const bundle of dataset.texts?.split(' ') ?? []) {
    const href = new URL(`../i18n/${root.lang}/${bundle}.json`, src).href;
    document.head.append(Object.assign(document.createElement('link'), { rel: 'preload', as: 'fetch', crossOrigin: 'anonymous', href }));
  }
})();
