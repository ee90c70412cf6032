import type { Api } from './api.js';
import { type Change, keyOf, readChanges } from './changes.js';
import { ApiError } from './errors.js';
import { resourceNames } from './names.js';
import { streamAt } from './stream.js';
import type { CallOptions, RecordOf, ResourceName } from './types.js';

/** Where the next sync starts. It can be stored as JSON. */
export interface SyncState {
  cursor: string;
  /** The resources of the sync; without them, all that the client may read. */
  resources?: readonly ResourceName[];
}

/** A change to a copy of the records. `clear` deletes all records of a resource, which then follow. */
export type SyncChange<Name extends ResourceName = ResourceName> =
  | Change<Name>
  | { [N in Name]: { action: 'clear'; resource: N } }[Name];

export interface SyncOptions<Name extends ResourceName> extends CallOptions {
  /** The resources to sync; by default, all that the client may read. */
  resources?: readonly Name[];
  locale?: string;
}

/**
 * The changes since the last sync: `upsert` for records that were created or updated, `delete` for records that were deleted.
 * Without a state, or if it has expired, `clear` and all records of each resource. Changes can be repeated. Apply them in order.
 */
export class Sync<Name extends ResourceName> implements AsyncIterable<SyncChange<Name>> {
  private cursor: string | undefined;
  private isComplete = false;

  constructor(
    private readonly api: Api,
    state: SyncState | undefined,
    private readonly options: SyncOptions<Name> = {},
  ) {
    const isSame = JSON.stringify(state?.resources) === JSON.stringify(options.resources);
    // A state of other resources, or of an earlier version of the package: everything is read again.
    this.cursor = isSame ? state?.cursor : undefined;
  }

  /** Where the next sync starts. Only after all changes have been read. */
  get state(): SyncState {
    if (!this.isComplete || this.cursor === undefined) {
      throw new TypeError('the state is available after all changes have been read');
    }
    const { resources } = this.options;
    return { cursor: this.cursor, ...(resources && { resources }) };
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<SyncChange<Name>, void, undefined> {
    if (this.cursor !== undefined) {
      try {
        yield* this.changes(this.cursor);
        return;
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 410)) throw error;
      }
    }
    // First the cursor: what changes while the lists are read follows after them.
    const { value: now } = await readChanges<Name>(this.api, undefined, this.callOptions()).next();
    for (const resource of this.options.resources ?? (resourceNames as readonly Name[])) {
      yield { action: 'clear', resource } as SyncChange<Name>;
      yield* this.records(resource);
    }
    yield* this.changes(now?.next ?? '');
  }

  private async *records(resource: Name): AsyncGenerator<SyncChange<Name>> {
    const { locale, resources } = this.options;
    try {
      const records = streamAt<RecordOf<Name>>(this.api, resource, { locale }, this.callOptions());
      for await (const record of records) {
        const key = keyOf(resource, record as object);
        yield { action: 'upsert', resource, key, record } as unknown as SyncChange<Name>;
      }
    } catch (error) {
      // Without a choice of resources, those are left out that the client may not read.
      const isWithheld = error instanceof ApiError && error.code === 'insufficient-access';
      if (resources || !isWithheld) throw error;
    }
  }

  private async *changes(cursor: string): AsyncGenerator<SyncChange<Name>> {
    for await (const page of readChanges<Name>(this.api, cursor, this.options)) {
      yield* page.changes as SyncChange<Name>[];
      this.cursor = page.next;
    }
    this.isComplete = true;
  }

  private callOptions(): CallOptions {
    const { signal } = this.options;
    return signal ? { signal } : {};
  }
}
