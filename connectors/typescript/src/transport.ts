import type { Environment } from './environment.js';
import { ApiError, ConnectionError, errorOf, FolkmootError } from './errors.js';
import { type RetryOptions, retryAfterOf, waitBefore } from './retry.js';

/** A request that can be sent more than once. */
export interface Attempts<Result> {
  /** Creates the next request. */
  prepare(): Promise<{ url: string; init: RequestInit }>;
  /** Reads a successful response; its failures count as failures of the connection. */
  read(response: Response): Promise<Result>;
  /** True if sending it twice has the same effect as sending it once. */
  isIdempotent: boolean;
  /** True if `prepare` works only once, because a stream was consumed. */
  isSingleUse?: boolean;
  /** Called for an error response. True sends the request again at once. */
  recover?(error: ApiError): boolean;
  timeoutSeconds: number;
  signal?: AbortSignal | undefined;
}

// What a proxy returns while no server is available.
const temporary = [502, 503, 504];

/** Sends requests, and sends them again after temporary failures. */
export class Transport {
  constructor(
    readonly environment: Environment,
    private readonly retry: Required<RetryOptions>,
  ) {}

  async send<Result>(call: Attempts<Result>): Promise<Result> {
    for (let failures = 1; ; failures++) {
      const outcome = await this.sendOnce(call);
      if ('result' in outcome) return outcome.result;
      const { error } = outcome;
      if (call.isSingleUse) throw error;
      if (error instanceof ApiError && call.recover?.(error)) continue;
      if (failures >= this.retry.attempts || !isTemporary(error, call.isIdempotent)) throw error;
      await this.wait(failures, error, call.signal);
    }
  }

  private async sendOnce<Result>(call: Attempts<Result>): Promise<{ result: Result } | { error: Error }> {
    const { url, init } = await call.prepare();
    // Not `AbortSignal.timeout`: the timeout ends when the response was read as far as `read` does.
    const timeout = new AbortController();
    const timer = setTimeout(
      () => timeout.abort(new DOMException('The request timed out.', 'TimeoutError')),
      call.timeoutSeconds * 1000,
    );
    const signal = call.signal ? AbortSignal.any([call.signal, timeout.signal]) : timeout.signal;
    try {
      const response = await this.environment.fetch(url, { ...init, signal });
      if (response.ok) return { result: await call.read(response) };
      return { error: await errorOf(response, retryAfterOf(response, this.environment.now())) };
    } catch (cause) {
      call.signal?.throwIfAborted();
      if (cause instanceof FolkmootError) return { error: cause };
      return { error: new ConnectionError(`the request to ${withoutQuery(url)} failed`, { cause }) };
    } finally {
      clearTimeout(timer);
    }
  }

  private async wait(failures: number, error: Error, signal: AbortSignal | undefined): Promise<void> {
    const retryAfter = error instanceof ApiError ? error.retryAfter : undefined;
    const maximum = this.retry.maximumWaitSeconds * 1000;
    if (retryAfter !== undefined && retryAfter > maximum) throw error;
    await this.pause(failures, retryAfter, signal);
  }

  /** Waits before a request is repeated. */
  async pause(
    failures: number,
    retryAfter: number | undefined,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const { random, sleep } = this.environment;
    await sleep(waitBefore(failures, retryAfter, this.retry.maximumWaitSeconds * 1000, random), signal);
  }
}

/** Status 429 means that the server did nothing; after other failures it may have done what was asked. */
function isTemporary(error: Error, isIdempotent: boolean): boolean {
  if (error instanceof ConnectionError) return isIdempotent;
  if (!(error instanceof ApiError)) return false;
  return error.status === 429 || (isIdempotent && temporary.includes(error.status));
}

/** Parameters can be personal data, and errors are logged. */
const withoutQuery = (url: string) => url.split('?')[0];
