// Sets the colour mode before the first paint; `src/design/theme.ts` changes it later. Runs before the modules load.
(() => {
  let chosen = null;
  try {
    chosen = localStorage.getItem('console-theme');
  } catch {}
  const dark = chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
})();
