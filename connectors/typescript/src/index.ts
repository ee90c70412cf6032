export type { Content } from './base64.js';
export type { Change, ChangesOptions, ChangesPage } from './changes.js';
export { type ClientOptions, Folkmoot, type SignIn } from './client.js';
export type { Environment } from './environment.js';
export { ApiError, ConnectionError, FileRejectedError, FolkmootError, SignInError } from './errors.js';
export type { Files } from './files.js';
export type { List, Page } from './list.js';
export { resourceNames } from './names.js';
export type { IdentifiedResource, Projects, Resource } from './resource.js';
export type { RetryOptions } from './retry.js';
export type { components, operations, paths } from './schema.js';
export type { Sync, SyncChange, SyncOptions, SyncState } from './sync.js';
export type {
  CallOptions,
  DateRange,
  DeletedParameters,
  IdentifiedName,
  ItemParameters,
  ListParameters,
  RecordOf,
  ResourceName,
  Schema,
  StreamParameters,
} from './types.js';
export type { Upload } from './upload.js';
