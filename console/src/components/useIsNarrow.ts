import { useSyncExternalStore } from 'react';

/** The width below which tables are cards; `layout.css` has the same. */
const narrow = matchMedia('(max-width: 43.99rem)');

const subscribe = (listener: () => void) => {
  narrow.addEventListener('change', listener);
  return () => narrow.removeEventListener('change', listener);
};

export const useIsNarrow = () => useSyncExternalStore(subscribe, () => narrow.matches);
