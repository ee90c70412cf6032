import { useSyncExternalStore } from 'react';

/** State in memory only, until the reader leaves the page. */
interface Session {
  token?: string;
  /** The base URL for requests, if the reader changed it. */
  server?: string;
}

let session: Session = {};
const listeners = new Set<() => void>();

/** The session, shared by all Try it forms of a visit, and a function that changes it. */
export function useSession(): [Session, (change: Session) => void] {
  const current = useSyncExternalStore(subscribe, () => session);
  return [current, update];
}

function update(change: Session): void {
  session = { ...session, ...change };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
