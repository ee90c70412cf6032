import type { components, paths } from './schema.js';

/** A schema of the API, such as `Schema<'Idea'>`. */
export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];

type Success<Operation> = Operation extends {
  responses: { 200: { content: { 'application/json': infer Body } } };
}
  ? Body
  : never;

type Get<Path> = Path extends keyof paths
  ? paths[Path] extends { get: infer Operation }
    ? Operation
    : never
  : never;

type QueryOf<Operation> = Operation extends { parameters: { query?: infer Query } }
  ? NonNullable<Query>
  : never;

/** The name of a resource, as in its path: `ideas`, `project_folders`. Their lists can be sorted; others cannot. */
export type ResourceName = {
  [Path in keyof paths]: Path extends `/api/v2/${infer Name}`
    ? Name extends `${string}/${string}`
      ? never
      : [QueryOf<Get<Path>>] extends [never]
        ? never
        : 'sort' extends keyof QueryOf<Get<Path>>
          ? Name
          : never
    : never;
}[keyof paths];

/** Resources whose records have an `id`; the others are join lists, which consist of pairs of ids. */
export type IdentifiedName = {
  [Name in ResourceName]: `/api/v2/${Name}/{id}` extends keyof paths ? Name : never;
}[ResourceName];

type ListBody<Name extends ResourceName> = Success<Get<`/api/v2/${Name}`>>;

/** A record of a resource: `RecordOf<'ideas'>`. */
export type RecordOf<Name extends ResourceName> = {
  [Key in Exclude<keyof ListBody<Name>, 'meta'>]: ListBody<Name>[Key] extends (infer Item)[] ? Item : never;
}[Exclude<keyof ListBody<Name>, 'meta'>];

/** A range of timestamps; both ends are included, and a missing end leaves the range open. */
export interface DateRange {
  from?: Date | string;
  to?: Date | string;
}

type DateParameter = 'created_at' | 'updated_at' | 'deleted_at' | 'start_at' | 'end_at';

type Argument<Name, Value> = Name extends DateParameter
  ? DateRange | string
  : Value extends readonly (infer Item)[]
    ? readonly Item[] | Item
    : Value;

type Arguments<Query, Excluded> = {
  [Name in keyof Query as Name extends Excluded ? never : Name]?:
    | Argument<Name, NonNullable<Query[Name]>>
    | null
    | undefined;
};

/** Query parameters of a list under the API's names. Walking a list sets `page_number`. */
export type ListParameters<Name extends ResourceName> = Arguments<
  QueryOf<Get<`/api/v2/${Name}`>>,
  'fields' | 'page_number' | 'format' | 'resume_after'
>;

/** Query parameters of a stream: those of a list, without pages. */
export type StreamParameters<Name extends ResourceName> = Arguments<
  QueryOf<Get<`/api/v2/${Name}`>>,
  'fields' | 'page_number' | 'page_size' | 'cursor' | 'format' | 'resume_after'
>;

/** Query parameters of the list of deleted records. */
export type DeletedParameters = Arguments<QueryOf<Get<'/api/v2/ideas/deleted'>>, 'page_number'>;

/** Query parameters of requests for one record. */
export type ItemParameters<Name extends IdentifiedName> = Arguments<
  QueryOf<Get<`/api/v2/${Name}/{id}`>>,
  'fields'
>;

/** Selects the fields of the records; all of them by default. */
export interface FieldSelection<Field> {
  fields?: readonly Field[];
}

/** Options of a call that are not part of the request's URL. */
export interface CallOptions {
  /** Aborts the call, with its retries. */
  signal?: AbortSignal;
}
