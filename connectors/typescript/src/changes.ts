import type { Api } from './api.js';
import { isIdentified, keyFields } from './names.js';
import { queryOf } from './query.js';
import type { CallOptions, RecordOf, ResourceName, Schema } from './types.js';

/** A record that was created or updated, or one that was deleted. */
export type Change<Name extends ResourceName = ResourceName> = {
  [N in Name]: { resource: N; key: string } & (
    | { action: 'upsert'; record: RecordOf<N> }
    /** `record` has the ids that identify a row of a join list; it is `null` for other records. */
    | { action: 'delete'; record: Partial<RecordOf<N>> | null }
  );
}[Name];

/** Some changes, and the cursor after them. Store both together. */
export interface ChangesPage<Name extends ResourceName> {
  changes: Change<Name>[];
  next: string;
  /** Whether there are further changes already. */
  more: boolean;
}

export interface ChangesOptions<Name extends ResourceName> extends CallOptions {
  /** Only changes of these resources; by default, of all that the client may read. */
  resources?: readonly Name[];
  locale?: string;
  /** The maximum number of changes in a page; 1,000 by default. */
  limit?: number;
  /** How long the server waits for the first change, at most 60 seconds; 0 by default. */
  waitSeconds?: number;
}

interface Response {
  changes: { resource: ResourceName; id: string | null; action: string; record: object | null }[];
  meta: { next: string; more: boolean };
}

/** The pages after a cursor, until there are no more; without a cursor, one page with the cursor of now. */
export async function* readChanges<Name extends ResourceName>(
  api: Api,
  after: string | undefined,
  { resources, locale, limit = 1000, waitSeconds = 0, ...call }: ChangesOptions<Name>,
): AsyncGenerator<ChangesPage<Name>, void, undefined> {
  const query = queryOf({ after, limit, locale, resources, ...(waitSeconds > 0 && { wait: waitSeconds }) });
  for (let more = true; more; ) {
    const { changes, meta } = await api.document<Response>('changes', query, call, waitSeconds);
    yield { changes: changes.map(changeOf) as Change<Name>[], ...meta };
    query.set('after', meta.next);
    more = meta.more;
  }
}

const changeOf = ({ resource, id, action, record }: Response['changes'][number]) => ({
  resource,
  key: id ?? keyOf(resource, record as Schema<'IdeaTopic'>),
  action,
  record,
});

/** What identifies a record in its list: its id, or the ids of a row of a join list. */
export function keyOf(resource: ResourceName, record: object): string {
  const values = record as Record<string, string>;
  const fields = isIdentified(resource) ? ['id'] : keyFields[resource];
  return fields.map((field) => values[field]).join(' ');
}
