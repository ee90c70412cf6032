/** When failed requests are sent again. */
export interface RetryOptions {
  /** Maximum number of requests for one call; 1 disables retries. */
  attempts?: number;
  /** Maximum time between two requests. If the server's `Retry-After` is longer, the call fails. */
  maximumWaitSeconds?: number;
}

export const defaultRetry: Required<RetryOptions> = { attempts: 6, maximumWaitSeconds: 120 };

const firstWait = 500;

/**
 * The time in milliseconds before the next request: the server's `Retry-After` if it sent one, else a random part of a wait
 * that doubles with each failure. Clients that failed together do not return together.
 */
export function waitBefore(
  failures: number,
  retryAfter: number | undefined,
  maximumWait: number,
  random: () => number,
): number {
  const backoff = Math.min(maximumWait, firstWait * 2 ** (failures - 1));
  return retryAfter === undefined ? random() * backoff : retryAfter + random() * firstWait;
}

/** The `Retry-After` header in milliseconds from `now`; it is a number of seconds or an HTTP date (RFC 9110, 10.2.3). */
export function retryAfterOf(response: Response, now: number): number | undefined {
  const header = response.headers.get('Retry-After')?.trim() ?? '';
  if (/^\d+$/.test(header)) return Number(header) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
