import { useSyncExternalStore } from 'react';

/** The chosen files remain while the report of their dry run is open, so that the same files can be imported. */
let chosen: File[] = [];
const listeners = new Set<() => void>();

export function setChosenFiles(files: File[]) {
  chosen = files;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useChosenFiles = () => useSyncExternalStore(subscribe, () => chosen);
