import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import { ProblemError } from '@/api/problem';
import { requestJson, send, setCsrfToken, setSessionListener } from '@/api/request';
import type { Session } from '@/api/types';

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: readSession,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

async function readSession({ signal }: { signal?: AbortSignal }): Promise<Session | null> {
  try {
    const session = await requestJson<Session>('/session', { signal });
    setCsrfToken(session.csrf_token);
    return session;
  } catch (error) {
    if (error instanceof ProblemError && error.status === 401) return null;
    throw error;
  }
}

interface SessionState {
  /** Whether the session ended while the administrator worked. */
  isExpired: boolean;
  /** When the session was used last, in any window of the browser: milliseconds since 1970. */
  usedAt: number;
  /** Whether someone signed out here, whose session at the provider of the accounts remains. */
  remainsAtProvider: boolean;
}

let state: SessionState = { isExpired: false, usedAt: Date.now(), remainsAtProvider: false };
const listeners = new Set<() => void>();

function setState(change: Partial<SessionState>) {
  state = { ...state, ...change };
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useIsExpired = () => useSyncExternalStore(subscribe, () => state.isExpired);
export const useUsedAt = () => useSyncExternalStore(subscribe, () => state.usedAt);
export const useRemainsAtProvider = () => useSyncExternalStore(subscribe, () => state.remainsAtProvider);

/** Covers the page until the administrator signs in again. */
export const expire = () => setState({ isExpired: true });

/** What the windows of a browser, which share the session, report to each other. */
type Message = { kind: 'used'; at: number } | { kind: 'signed-in' } | { kind: 'signed-out' };

const windows = new BroadcastChannel('folkmoot-console');
const report = (message: Message) => windows.postMessage(message);

export function watchSession(queries: QueryClient) {
  setSessionListener({
    used: () => {
      const at = Date.now();
      setState({ usedAt: at });
      report({ kind: 'used', at });
    },
    expired: () => {
      if (queries.getQueryData(sessionQuery.queryKey)) expire();
    },
  });
  windows.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.kind === 'used') setState({ usedAt: Math.max(state.usedAt, data.at) });
    else if (data.kind === 'signed-out') forget(queries);
    else
      void readSession({}).then(
        (session) => session && accept(queries, session),
        () => undefined,
      );
  };
}

const isData = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[0] !== 'session';

/** Removes everything but the session, which mounted components observe. */
const removeData = (queries: QueryClient) => queries.removeQueries({ predicate: isData });

/** Continues with a new session. */
function accept(queries: QueryClient, session: Session) {
  setCsrfToken(session.csrf_token);
  const previous = queries.getQueryData(sessionQuery.queryKey);
  // Another administrator must not see what the previous one loaded.
  if (previous?.administrator.id !== session.administrator.id) removeData(queries);
  queries.setQueryData(sessionQuery.queryKey, session);
  setState({ isExpired: false });
  void queries.invalidateQueries({ predicate: isData });
}

export async function signIn(queries: QueryClient, adminKey: string) {
  const body = { admin_key: adminKey };
  accept(queries, await requestJson<Session>('/session', { method: 'POST', body }));
  report({ kind: 'signed-in' });
}

/** Removes what the session loaded, and shows the sign-in. */
function forget(queries: QueryClient) {
  setCsrfToken(undefined);
  removeData(queries);
  const previous = queries.getQueryData(sessionQuery.queryKey);
  setState({ isExpired: false, remainsAtProvider: previous?.administrator.method === 'openid-connect' });
  queries.setQueryData(sessionQuery.queryKey, null);
}

export async function signOut(queries: QueryClient) {
  await send('/session', { method: 'DELETE' });
  forget(queries);
  report({ kind: 'signed-out' });
}

/** The session of the signed-in administrator. Components inside the shell have one. */
export function useSession(): Session {
  const { data } = useQuery(sessionQuery);
  // At the end of a session, a component may render once more before the sign-in replaces it.
  const [first] = useState(data);
  const session = data ?? first;
  if (!session) throw new Error('useSession needs a session');
  return session;
}

/** Whether the signed-in person may change something; auditors may not. */
export const useCanWrite = () => useSession().administrator.role === 'administrator';
