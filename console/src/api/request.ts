import { ConnectionError, hasCode, problemOf } from './problem';

/** Requests that take longer count as a lost connection. */
const TIMEOUT_MS = 60_000;

let csrfToken: string | null | undefined;
let session: SessionListener = { used: () => {}, expired: () => {} };

/** Sets the token that requests with effects send. */
export function setCsrfToken(token: string | null | undefined) {
  csrfToken = token;
}

export interface SessionListener {
  /** The server responded to a request with the session. */
  used(): void;
  /** The server no longer knows the session. */
  expired(): void;
}

export function setSessionListener(listener: SessionListener) {
  session = listener;
}

/** Has the listener learn from a response what it says about the session. Uploads are not sent with `send`. */
export function reportSession(error?: unknown) {
  if (hasCode(error, 'admin-sign-in-required')) session.expired();
  else session.used();
}

export interface RequestOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  body?: unknown;
  signal?: AbortSignal;
}

/**
 * Sends a request to the admin API.
 * @throws {ProblemError} if the status is 400 or higher.
 * @throws {ConnectionError} if no response arrives.
 */
export async function send(path: string, { method = 'GET', body, signal }: RequestOptions = {}) {
  const headers: Record<string, string> = { Accept: 'application/json' };
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  if (method !== 'GET' && csrfToken) headers['X-CSRF-Token'] = csrfToken;
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  let response: Response;
  try {
    response = await fetch(`/admin/api${path}`, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ConnectionError(error);
  }
  const problem = response.ok ? undefined : await problemOf(response);
  reportSession(problem);
  if (problem) throw problem;
  return response;
}

/** Sends a request and reads the JSON of its response. */
export async function requestJson<T>(path: string, options?: RequestOptions): Promise<T> {
  const response = await send(path, options);
  try {
    return (await response.json()) as T;
  } catch (error) {
    throw new ConnectionError(error);
  }
}

/** The query of a URL without empty values. */
export function queryOf(values: Record<string, string | number | boolean | undefined | null>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined && value !== null && value !== '') query.set(name, String(value));
  }
  const text = query.toString();
  return text && `?${text}`;
}

/** The headers of uploads, which are not sent with `fetch`. */
export const csrfHeaders = (): Record<string, string> => (csrfToken ? { 'X-CSRF-Token': csrfToken } : {});
