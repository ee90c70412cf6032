import type { Api } from './api.js';
import { List } from './list.js';
import { queryOf } from './query.js';
import { streamAt } from './stream.js';
import type {
  CallOptions,
  DeletedParameters,
  FieldSelection,
  IdentifiedName,
  ItemParameters,
  ListParameters,
  RecordOf,
  ResourceName,
  Schema,
  StreamParameters,
} from './types.js';

/** The largest page that the API returns. */
const pageSize = 24;

/** A list of records at this path. */
export function listAt<Item>(api: Api, path: string, parameters: object, options: CallOptions): List<Item> {
  const query = queryOf({ page_size: pageSize, ...parameters });
  if (allowsCursor(path, query)) query.set('cursor', 'start');
  return new List((page) => api.page<Item>(path, page, options), query);
}

/**
 * Whether the order of a list allows a cursor, whose pages do not shift when records are created or deleted. The results of a
 * search of files are sorted by how well they match.
 */
function allowsCursor(path: string, query: URLSearchParams): boolean {
  const isRanked = path === 'files' && query.has('search') && !query.has('sort');
  const isChosen = query.has('cursor') || query.has('page_number');
  return !isRanked && !isChosen && /^-?created_at$/.test(query.get('sort') ?? 'created_at');
}

/** A resource of the API. */
export class Resource<Name extends ResourceName> {
  constructor(
    protected readonly api: Api,
    /** The name in paths, such as `project_folders`. */
    readonly name: Name,
  ) {}

  /**
   * The records that match all parameters; `fields` selects what they contain. Every record that exists and matches while the
   * list is read is returned once, whatever is written meanwhile. With another `sort` than `created_at`, and in a search of files,
   * which is sorted by match, a change can make a record appear twice or not at all: use `stream`.
   */
  list<Field extends keyof RecordOf<Name> = keyof RecordOf<Name>>(
    parameters: ListParameters<Name> & FieldSelection<Field> = {},
    options: CallOptions = {},
  ): List<Pick<RecordOf<Name>, Field>> {
    return listAt(this.api, this.name, parameters, options);
  }

  /**
   * The records that match, as in `list`, in one response from one state of the database. Faster for long lists. If the
   * connection breaks, the list is resumed if its records have ids and times of creation that the access level does not cut.
   */
  stream<Field extends keyof RecordOf<Name> = keyof RecordOf<Name>>(
    parameters: StreamParameters<Name> & FieldSelection<Field> = {},
    options: CallOptions = {},
  ): AsyncGenerator<Pick<RecordOf<Name>, Field>, void, undefined> {
    return streamAt(this.api, this.name, parameters, options);
  }
}

/** A resource whose records have ids. */
export class IdentifiedResource<Name extends IdentifiedName> extends Resource<Name> {
  /** One record. If there is none with this id, the error has the code `record-not-found`. */
  get<Field extends keyof RecordOf<Name> = keyof RecordOf<Name>>(
    id: string,
    parameters: ItemParameters<Name> & FieldSelection<Field> = {},
    options: CallOptions = {},
  ): Promise<Pick<RecordOf<Name>, Field>> {
    return this.api.item(`${this.name}/${encodeURIComponent(id)}`, queryOf(parameters), options);
  }

  /** The records that were deleted. */
  deleted(parameters: DeletedParameters = {}, options: CallOptions = {}): List<Schema<'DeletedItem'>> {
    return listAt(this.api, `${this.name}/deleted`, parameters, options);
  }
}

/** Projects, and the phases of one of them. */
export class Projects extends IdentifiedResource<'projects'> {
  /** The phases of a project. If there is no such project, the error has the code `record-not-found`. */
  phases<Field extends keyof RecordOf<'phases'> = keyof RecordOf<'phases'>>(
    projectId: string,
    parameters: ListParameters<'phases'> & FieldSelection<Field> = {},
    options: CallOptions = {},
  ): List<Pick<RecordOf<'phases'>, Field>> {
    return listAt(this.api, `projects/${encodeURIComponent(projectId)}/phases`, parameters, options);
  }
}
