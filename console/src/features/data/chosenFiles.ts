import { useSyncExternalStore } from 'react';

export interface Choice {
  files: File[];
  /** Whether the import may remove the locales of the platform that platform.json leaves out. */
  removesLocales: boolean;
  /** The dry run of exactly this choice; without it, the choice cannot be imported. */
  dryRun?: string;
}

const NOTHING: Choice = { files: [], removesLocales: false };

/** The chosen files remain while the report of their dry run is open, from which the same files are imported. */
let chosen = NOTHING;
const listeners = new Set<() => void>();

export function choose(change: Partial<Choice>) {
  chosen = { ...chosen, dryRun: undefined, ...change };
  for (const listener of listeners) listener();
}

export const chooseNothing = () => choose(NOTHING);

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useChoice = () => useSyncExternalStore(subscribe, () => chosen);
