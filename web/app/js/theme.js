// Runs before the first paint, so that no page flashes in the wrong colours; the modules take over.
(() => {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const apply = () => {
    let chosen = 'auto';
    try {
      chosen = JSON.parse(localStorage.getItem('taquin.settings') ?? '{}').theme ?? 'auto';
    } catch {
      // A damaged store means no choice.
    }
    document.documentElement.dataset.theme = chosen === 'auto' ? (dark.matches ? 'dark' : 'light') : chosen;
    document.documentElement.dataset.js = '';
  };
  apply();
  dark.addEventListener('change', apply);
  addEventListener('taquin-settings', apply);
  addEventListener('storage', apply);
})();
