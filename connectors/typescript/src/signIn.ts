import { FolkmootError } from './errors.js';
import type { Transport } from './transport.js';

/** Where the tokens of a client come from. */
export interface TokenSource {
  token(signal: AbortSignal | undefined): Promise<string>;
  /** Called if the server rejected a token as expired or unknown. True if the next one can differ. */
  discard(token: string): boolean;
}

// A token is renewed this long before it expires, or in the last tenth of its lifetime if that is shorter.
const margin = 60_000;

/** Exchanges a client ID and secret for tokens: OAuth 2.0 client credentials (RFC 6749, section 4.4). */
export class ClientCredentials implements TokenSource {
  private current: { token: string; renewAt: number } | undefined;
  private pending: Promise<string> | undefined;

  constructor(
    private readonly transport: Transport,
    private readonly url: string,
    private readonly credentials: { clientId: string; clientSecret: string; scope: string | undefined },
    private readonly timeoutSeconds: number,
  ) {}

  /** Calls that need a token at the same time share one request, which therefore no call aborts. */
  async token(): Promise<string> {
    const { now } = this.transport.environment;
    if (this.current && now() < this.current.renewAt) return this.current.token;
    this.pending ??= this.request().finally(() => {
      this.pending = undefined;
    });
    return this.pending;
  }

  discard(token: string): boolean {
    if (this.current?.token === token) this.current = undefined;
    return true;
  }

  private async request(): Promise<string> {
    const { clientId, clientSecret, scope } = this.credentials;
    const { now } = this.transport.environment;
    const sentAt = now();
    const body = await this.transport.send({
      prepare: async () => ({
        url: this.url,
        init: {
          method: 'POST',
          headers: {
            Authorization: `Basic ${btoa(`${formEncoded(clientId)}:${formEncoded(clientSecret)}`)}`,
          },
          body: new URLSearchParams({
            grant_type: 'client_credentials',
            ...(scope !== undefined && { scope }),
          }),
        },
      }),
      read: async (response) => (await response.json()) as { access_token?: unknown; expires_in?: unknown },
      // A second token does no harm: earlier ones stay valid.
      isIdempotent: true,
      timeoutSeconds: this.timeoutSeconds,
    });
    if (typeof body.access_token !== 'string') {
      throw new FolkmootError(`${this.url} returned no access_token; is it the URL of a platform?`);
    }
    const lifetime = typeof body.expires_in === 'number' ? body.expires_in * 1000 : 0;
    this.current = {
      token: body.access_token,
      renewAt: sentAt + lifetime - Math.min(margin, lifetime / 10),
    };
    return body.access_token;
  }
}

/** RFC 6749, section 2.3.1, encodes id and secret before it joins them with a colon. */
const formEncoded = (text: string) => new URLSearchParams({ '': text }).toString().slice(1);

/** A token, or a function that returns one, such as an endpoint of your own server in a browser. */
export class GivenToken implements TokenSource {
  private current: Promise<string> | undefined;

  constructor(private readonly source: string | (() => string | Promise<string>)) {}

  async token(): Promise<string> {
    if (typeof this.source === 'string') return this.source;
    this.current ??= this.request(this.source);
    return this.current;
  }

  discard(): boolean {
    this.current = undefined;
    return typeof this.source === 'function';
  }

  /** A token is reused until the server rejects it; a failed request is not. */
  private async request(source: () => string | Promise<string>): Promise<string> {
    try {
      return await source();
    } catch (error) {
      this.current = undefined;
      throw error;
    }
  }
}
