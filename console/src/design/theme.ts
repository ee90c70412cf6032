import { useSyncExternalStore } from 'react';

export type Theme = 'system' | 'light' | 'dark';

/** `public/theme.js` reads the same key. */
const KEY = 'console-theme';
const systemIsDark = matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();

/** Browsers can deny access to storage; then the choice is valid until the page is closed. */
let chosen: Theme = read();

function read(): Theme {
  try {
    const stored = localStorage.getItem(KEY);
    return stored === 'light' || stored === 'dark' ? stored : 'system';
  } catch {
    return 'system';
  }
}

function apply() {
  const isDark = chosen === 'system' ? systemIsDark.matches : chosen === 'dark';
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
}

systemIsDark.addEventListener('change', apply);

export function setTheme(theme: Theme) {
  chosen = theme;
  try {
    if (theme === 'system') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, theme);
  } catch {
    // The choice applies to this page only.
  }
  apply();
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useTheme = () => useSyncExternalStore(subscribe, () => chosen);
