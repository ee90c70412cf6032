import type { Api } from './api.js';
import type { Environment } from './environment.js';
import { isIdentified, resourceNames } from './names.js';
import { listAt } from './resource.js';
import type { CallOptions, IdentifiedName, RecordOf, ResourceName, Schema } from './types.js';

/** Where the next sync starts. It can be stored as JSON. */
export interface SyncState {
  /** The time up to which a resource was read; a resource without one is read completely. */
  since: { [Name in ResourceName]?: string };
}

/** A change to a copy of the records. */
export type Change<Name extends ResourceName = ResourceName> = {
  [N in Name]: N extends IdentifiedName
    ?
        | { action: 'upsert'; resource: N; record: RecordOf<N> }
        | { action: 'delete'; resource: N; id: string; deleted_at: string }
    : { action: 'replace'; resource: N; records: RecordOf<N>[] };
}[Name];

export interface SyncOptions<Name extends ResourceName> extends CallOptions {
  /** The resources to sync, in this order; all of them by default. */
  resources?: readonly Name[];
  /**
   * Changes from this long before the last sync are read again. It must be longer than the longest delay between a change on
   * the platform and its arrival at the server of the API. Two days by default.
   */
  overlapSeconds?: number;
  locale?: string;
}

const twoDays = 2 * 24 * 60 * 60;

// How often a list is read if records are deleted meanwhile.
const readings = 4;

/**
 * The changes since the last sync: `upsert` for records that were created or updated, `delete` for records that were deleted,
 * `replace` with all records of a join list, which has no ids. Changes can be repeated. Apply them in order.
 */
export class Sync<Name extends ResourceName> implements AsyncIterable<Change<Name>> {
  private readonly since: SyncState['since'];

  constructor(
    private readonly api: Api,
    private readonly environment: Environment,
    state: SyncState = { since: {} },
    private readonly options: SyncOptions<Name> = {},
  ) {
    this.since = { ...state.since };
  }

  /** Where the next sync starts. A resource advances when all of its changes have been read. */
  get state(): SyncState {
    return { since: { ...this.since } };
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Change<Name>, void, undefined> {
    for (const name of this.options.resources ?? (resourceNames as readonly Name[])) {
      if (isIdentified(name)) {
        yield* this.identified(name) as AsyncGenerator<Change<Name>>;
      } else {
        const records = await this.list<RecordOf<Name>>(name, {}).toArray();
        yield { action: 'replace', resource: name, records } as unknown as Change<Name>;
      }
    }
  }

  private async *identified<N extends Name & IdentifiedName>(resource: N): AsyncGenerator<Change> {
    const last = this.since[resource];
    const from = last && new Date(Date.parse(last) - (this.options.overlapSeconds ?? twoDays) * 1000);
    let before = await this.deletions(resource);
    const start = before.time;
    let isComplete = false;
    for (let reading = 0; !isComplete && reading < readings; reading++) {
      for await (const record of this.list<RecordOf<N>>(resource, from ? { updated_at: { from } } : {})) {
        yield { action: 'upsert', resource, record } as Change;
      }
      // A deletion moves later records back by one, from a page that was not read yet to one that was.
      const after = await this.deletions(resource);
      isComplete = after.newest === before.newest;
      before = after;
    }
    if (from) {
      const deleted = this.list<Schema<'DeletedItem'>>(`${resource}/deleted`, { deleted_at: { from } });
      for await (const { id, deleted_at } of deleted) yield { action: 'delete', resource, id, deleted_at };
    }
    // If records may be missing, the next sync reads the same time again.
    if (isComplete) this.since[resource] = start;
  }

  private list<Item>(path: string, parameters: object) {
    const { locale, signal } = this.options;
    return listAt<Item>(this.api, path, { locale, ...parameters }, signal ? { signal } : {});
  }

  /** The newest deletion and the number of deletions, and the server's time. */
  private async deletions(resource: string): Promise<{ newest: string; time: string }> {
    const query = new URLSearchParams({ page_size: '1' });
    const { signal } = this.options;
    const { records, meta, headers } = await this.api.page(
      `${resource}/deleted`,
      query,
      signal ? { signal } : {},
    );
    const date = Date.parse(headers.get('Date') ?? '');
    const time = new Date(Number.isNaN(date) ? this.environment.now() : date).toISOString();
    return { newest: JSON.stringify([records, meta.total_pages]), time };
  }
}
