import { useSyncExternalStore } from 'react';

/** What stays in memory, and only there, until the page is left. */
interface Session {
  token?: string;
  /** Where requests are sent, if the reader changed it. */
  server?: string;
}

let session: Session = {};
const listeners = new Set<() => void>();

/** The session, shared by all trials of a visit, and how to change it. */
export function useSession(): [Session, (change: Session) => void] {
  const current = useSyncExternalStore(subscribe, () => session);
  return [current, remember];
}

function remember(change: Session): void {
  session = { ...session, ...change };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
