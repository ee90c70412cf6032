import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { ProblemError } from '@/api/problem';
import { requestJson, send, setCsrfToken, setSessionExpiredHandler } from '@/api/request';
import type { Session } from '@/api/types';

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: readSession,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

async function readSession({ signal }: { signal: AbortSignal }): Promise<Session | null> {
  try {
    const session = await requestJson<Session>('/session', { signal });
    setCsrfToken(session.csrf_token);
    return session;
  } catch (error) {
    if (error instanceof ProblemError && error.status === 401) return null;
    throw error;
  }
}

let expired = false;
const listeners = new Set<() => void>();

function setExpired(value: boolean) {
  expired = value;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Whether the session ended while the administrator worked: the page stays, and asks to sign in again. */
export const useSessionExpired = () => useSyncExternalStore(subscribe, () => expired);

export function watchSession(queries: QueryClient) {
  setSessionExpiredHandler(() => {
    if (queries.getQueryData(sessionQuery.queryKey)) setExpired(true);
  });
}

const isData = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[0] !== 'session';

/** Removes everything but the session, which mounted components observe. */
const removeData = (queries: QueryClient) => queries.removeQueries({ predicate: isData });

export async function signIn(queries: QueryClient, adminKey: string) {
  const session = await requestJson<Session>('/session', { method: 'POST', body: { admin_key: adminKey } });
  setCsrfToken(session.csrf_token);
  const previous = queries.getQueryData(sessionQuery.queryKey);
  // Another administrator must not see what the previous one loaded.
  if (previous?.administrator.id !== session.administrator.id) removeData(queries);
  queries.setQueryData(sessionQuery.queryKey, session);
  setExpired(false);
  void queries.invalidateQueries({ predicate: isData });
}

export async function signOut(queries: QueryClient) {
  await send('/session', { method: 'DELETE' });
  setCsrfToken(undefined);
  removeData(queries);
  queries.setQueryData(sessionQuery.queryKey, null);
}

/** The session of the signed-in administrator. Components inside the shell have one. */
export function useSession(): Session {
  const { data } = useQuery(sessionQuery);
  if (!data) throw new Error('useSession needs a session');
  return data;
}

/** Whether the signed-in person may change something; auditors may not. */
export const useCanWrite = () => useSession().administrator.role === 'administrator';
