import { Api } from './api.js';
import { type ChangesOptions, type ChangesPage, readChanges } from './changes.js';
import { defaultEnvironment, type Environment } from './environment.js';
import { Files } from './files.js';
import { isIdentified, resourceNames } from './names.js';
import { IdentifiedResource, Projects, Resource } from './resource.js';
import { defaultRetry, type RetryOptions } from './retry.js';
import { ClientCredentials, GivenToken } from './signIn.js';
import { Sync, type SyncOptions, type SyncState } from './sync.js';
import { Transport } from './transport.js';
import type { CallOptions, IdentifiedName, ResourceName, Schema } from './types.js';

/** How the client signs in. */
export type SignIn =
  | {
      clientId: string;
      clientSecret: string;
      /** A part of the client's scope, such as `access:public read:ideas`; all of it by default. */
      scope?: string;
    }
  | {
      /** A token, or a function that returns one and is called again when the token has expired. */
      token: string | (() => string | Promise<string>);
    };

export type ClientOptions = SignIn & {
  /** The URL of the platform or of its API: `https://participate.example.org`. */
  url: string;
  retry?: RetryOptions;
  /** Timeout of each request; 60 seconds by default. */
  timeoutSeconds?: number;
  /** Timeout of each upload, and of the headers of each download; ten minutes by default. */
  uploadTimeoutSeconds?: number;
  /** Replaces `fetch`, the clock or the random numbers, for example in tests. */
  environment?: Partial<Environment>;
};

type Resources = {
  readonly [Name in ResourceName]: Name extends 'files'
    ? Files
    : Name extends 'projects'
      ? Projects
      : Name extends IdentifiedName
        ? IdentifiedResource<Name>
        : Resource<Name>;
};

/** The methods of a client that are not resources. */
interface Operations {
  /** The resource with this name, for programs that read several resources in the same way. */
  resource<Name extends ResourceName>(name: Name): Resource<Name>;
  /** The platform, the access level of the client, and for each list that it may read its length and its newest change. */
  platform(options?: CallOptions): Promise<Schema<'Platform'>>;
  /**
   * The pages of changes after a cursor, until there are no more. Without a cursor, one page with the cursor of now. An expired
   * cursor is an `ApiError` with the code `changes-expired`: read the lists again, or use `sync`, which does so.
   */
  changes<Name extends ResourceName = ResourceName>(
    after?: string,
    options?: ChangesOptions<Name>,
  ): AsyncGenerator<ChangesPage<Name>, void, undefined>;
  /**
   * What changed since the last sync, counters and fields from other records included. The first sync reads all records.
   *
   * Save `sync.state` after all changes were stored, and pass it to the next sync.
   */
  sync<Name extends ResourceName = ResourceName>(state?: SyncState, options?: SyncOptions<Name>): Sync<Name>;
}

/** A client of a platform's API, with a property for each resource. */
export type Folkmoot = Resources & Operations;

/** Creates a client: `new Folkmoot({ url, clientId, clientSecret })`. */
export const Folkmoot: new (options: ClientOptions) => Folkmoot = class {
  constructor(options: ClientOptions) {
    const base = platformUrl(options.url);
    const environment = { ...defaultEnvironment, ...options.environment };
    const { timeoutSeconds: seconds = 60, uploadTimeoutSeconds: uploadSeconds = 600 } = options;
    const transport = new Transport(environment, { ...defaultRetry, ...options.retry });
    const tokens =
      'token' in options
        ? new GivenToken(options.token)
        : new ClientCredentials(transport, `${base}/oauth/token`, { scope: undefined, ...options }, seconds);
    const api = new Api(transport, tokens, `${base}/api/v2`, { seconds, uploadSeconds });
    for (const name of resourceNames) {
      const resource = isIdentified(name) ? new IdentifiedResource(api, name) : new Resource(api, name);
      Object.assign(this, { [name]: resource });
    }
    Object.assign(this, { files: new Files(api, 'files'), projects: new Projects(api, 'projects') });
    this.resource = (name) => (this as unknown as Record<typeof name, Resource<typeof name>>)[name];
    this.platform = async (call = {}) =>
      (await api.document<Schema<'PlatformResponse'>>('platform', new URLSearchParams(), call, 0)).platform;
    this.changes = (after, changesOptions = {}) => readChanges(api, after, changesOptions);
    this.sync = (state, syncOptions) => new Sync(api, state, syncOptions);
  }

  declare resource: Operations['resource'];
  declare platform: Operations['platform'];
  declare changes: Operations['changes'];
  declare sync: Operations['sync'];
} as unknown as new (
  options: ClientOptions,
) => Folkmoot;

/** The URL of the platform, given that or the URL of its API. */
function platformUrl(text: string): string {
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw new TypeError(`'${text}' must be an http or https URL`);
  }
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '').replace(/\/api\/v2$/, '');
}
