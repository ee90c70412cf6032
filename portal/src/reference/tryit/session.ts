import { useSyncExternalStore } from 'react';
import type { HttpResponse } from './send';

/** State in memory only, until the reader leaves or reloads the site. */
export interface Session {
  token?: string;
  /** What the reader entered, by the ids of operations. */
  entries: ReadonlyMap<string, Entry>;
}

/** What the reader entered for one operation, and the last response. */
export interface Entry {
  /** The values of parameters by `keyOf`. */
  values?: ReadonlyMap<string, string>;
  body?: string;
  /** The file whose content `body` marks. */
  file?: UploadFile;
  outcome?: HttpResponse | Error;
}

/** A file, encoded for a JSON body. */
export interface UploadFile {
  name: string;
  base64: string;
}

let session: Session = { entries: new Map() };
const listeners = new Set<() => void>();

export const getSession = (): Session => session;

/** The session, shared by all Try it forms of a visit. */
export const useSession = (): Session => useSyncExternalStore(subscribe, getSession);

export function setToken(token: string | undefined): void {
  replace({ ...session, token });
}

/** Changes what the reader entered for an operation. */
export function updateEntry(operation: string, change: Entry): void {
  const entry = { ...session.entries.get(operation), ...change };
  replace({ ...session, entries: new Map(session.entries).set(operation, entry) });
}

/** Calls `listener` after every change; returns a function that ends this. */
export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function replace(changed: Session): void {
  session = changed;
  for (const listener of listeners) listener();
}
