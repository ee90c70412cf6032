import { FolkmootError } from './errors.js';
import { linesOf } from './lines.js';
import type { Page } from './list.js';
import type { TokenSource } from './signIn.js';
import type { Attempts, Transport } from './transport.js';
import type { CallOptions, Schema } from './types.js';

/** A request that changes something. */
export interface Write {
  path: string;
  query?: URLSearchParams;
  method: 'POST' | 'PATCH' | 'DELETE';
  /** Creates the body of each request. */
  body?: () => Promise<RequestInit>;
  isIdempotent: boolean;
  isSingleUse?: boolean;
  signal: AbortSignal | undefined;
}

interface Timeouts {
  seconds: number;
  /** For requests that upload a file. */
  uploadSeconds: number;
}

// An expired token, and one whose signing key was replaced.
const renewable = ['expired-token', 'invalid-token'];

/** The endpoints of a platform under `/api/v2`, with their sign-in. */
export class Api {
  constructor(
    private readonly transport: Transport,
    private readonly tokens: TokenSource,
    /** The URL of the API, without a slash at the end. */
    private readonly url: string,
    private readonly timeouts: Timeouts,
  ) {}

  page<Item>(path: string, query: URLSearchParams, options: CallOptions): Promise<Page<Item>> {
    return this.read(path, query, options, async (response) => {
      const { meta, ...lists } = (await response.json()) as { meta?: Schema<'Meta'> };
      const [records] = Object.values(lists) as Item[][];
      if (!meta || !records)
        throw new FolkmootError(`${path} returned no list; is the URL that of a platform?`);
      return { records, meta, headers: response.headers };
    });
  }

  document<Body>(
    path: string,
    query: URLSearchParams,
    options: CallOptions,
    waitSeconds: number,
  ): Promise<Body> {
    return this.read(path, query, options, (response) => response.json() as Promise<Body>, waitSeconds);
  }

  /** The lines of a list as NDJSON. The request is repeated until its response has started, but not later. */
  async *lines(path: string, query: URLSearchParams, { signal }: CallOptions): AsyncGenerator<string> {
    const { seconds: timeoutSeconds } = this.timeouts;
    const { body } = await this.send({
      path,
      query,
      init: async () => ({ headers: { Accept: 'application/x-ndjson' } }),
      read: async (response) => response,
      isIdempotent: true,
      timeoutSeconds,
      signal,
    });
    if (body) yield* linesOf(body, timeoutSeconds);
  }

  /** Waits before a list is resumed. */
  pause(failures: number, signal: AbortSignal | undefined): Promise<void> {
    return this.transport.pause(failures, undefined, signal);
  }

  item<Item>(path: string, query: URLSearchParams, options: CallOptions): Promise<Item> {
    return this.read(path, query, options, onlyValue<Item>);
  }

  write<Item = undefined>(call: Write): Promise<Item> {
    const { path, query = new URLSearchParams(), method, body, signal, ...rest } = call;
    return this.send<Item>({
      path,
      query,
      signal,
      init: async () => {
        const content = await body?.();
        return { method, ...(content && { headers: { 'Content-Type': 'application/json' } }), ...content };
      },
      read: (response) =>
        response.status === 204 ? Promise.resolve(undefined as Item) : onlyValue<Item>(response),
      timeoutSeconds: method === 'POST' ? this.timeouts.uploadSeconds : this.timeouts.seconds,
      ...rest,
    });
  }

  /** Signed URLs work without a token, which is not sent: they can be those of another host. */
  download(url: string, { signal }: CallOptions): Promise<Response> {
    return this.transport.send({
      prepare: async () => ({ url, init: {} }),
      read: async (response) => response,
      isIdempotent: true,
      timeoutSeconds: this.timeouts.uploadSeconds,
      signal,
    });
  }

  private read<Result>(
    path: string,
    query: URLSearchParams,
    { signal }: CallOptions,
    read: (response: Response) => Promise<Result>,
    waitSeconds = 0,
  ): Promise<Result> {
    const timeoutSeconds = this.timeouts.seconds + waitSeconds;
    return this.send({
      path,
      query,
      init: async () => ({}),
      read,
      isIdempotent: true,
      timeoutSeconds,
      signal,
    });
  }

  private send<Result>({
    path,
    query,
    init,
    ...call
  }: Omit<Attempts<Result>, 'prepare' | 'recover'> & {
    path: string;
    query: URLSearchParams;
    init: () => Promise<RequestInit>;
  }): Promise<Result> {
    const suffix = query.size > 0 ? `?${query}` : '';
    let token = '';
    let hasRenewed = false;
    return this.transport.send({
      ...call,
      prepare: async () => {
        token = await this.tokens.token(call.signal);
        const { headers, ...rest } = await init();
        const authorization = { ...headers, Authorization: `Bearer ${token}` };
        return { url: `${this.url}/${path}${suffix}`, init: { ...rest, headers: authorization } };
      },
      recover: ({ status, code }) => {
        if (hasRenewed || status !== 401 || !renewable.includes(code ?? '')) return false;
        hasRenewed = true;
        return this.tokens.discard(token);
      },
    });
  }
}

/** The record in a response with one key, such as `{"idea": …}`. */
async function onlyValue<Item>(response: Response): Promise<Item> {
  const [value] = Object.values((await response.json()) as Record<string, Item>);
  if (value === undefined) throw new FolkmootError(`${response.url} returned no record`);
  return value;
}
