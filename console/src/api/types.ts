/** The shapes of the admin API, as `/admin/api/openapi.json` declares them. */

export type AccessLevel = 'full' | 'pseudonymous' | 'anonymous' | 'public';
export type Role = 'administrator' | 'auditor';

/** A timestamp in RFC 3339, UTC. */
export type Timestamp = string;
/** A day, `YYYY-MM-DD`. */
export type Day = string;

export interface Meta {
  current_page: number;
  total_pages: number;
  total: number;
}

export interface SignInMethods {
  admin_key: boolean;
  openid_connect: { name: string } | null;
}

export interface Administrator {
  id: string;
  name: string;
  role: Role;
  method: 'admin-key' | 'openid-connect';
}

export interface Session {
  administrator: Administrator;
  csrf_token: string;
  expires_at: Timestamp;
  idle_timeout_seconds: number;
  platform: { name: string; url: string } | null;
  product: string;
  version: string;
}

export interface SessionEntry {
  id: string;
  administrator: Administrator;
  created_at: Timestamp;
  last_used_at: Timestamp;
  expires_at: Timestamp;
  address: string | null;
  is_current: boolean;
}

export interface AdminKey {
  id: string;
  name: string;
  role: Role;
  created_at: Timestamp;
  last_used_at: Timestamp | null;
  revoked_at: Timestamp | null;
  expires_at: Day | null;
}

export type ClientStatus = 'active' | 'disabled' | 'expired' | 'revoked';

export interface Client {
  id: string;
  name: string;
  access: AccessLevel;
  resources: string[] | null;
  status: ClientStatus;
  created_at: Timestamp;
  expires_at: Day | null;
  disabled_at: Timestamp | null;
  revoked_at: Timestamp | null;
  last_authenticated_at: Timestamp | null;
  last_request_at: Timestamp | null;
  requests_today: number;
  requests_30_days: number;
  previous_secret_expires_at: Timestamp | null;
  version: number;
}

export interface ClientPage {
  clients: Client[];
  meta: Meta;
}

/** What an administrator may change of a client. */
export interface ClientFields {
  name: string;
  access: AccessLevel;
  resources: string[] | null;
  expires_at: Day | null;
}

export interface ClientWithSecret {
  client: Client;
  client_secret: string;
}

export interface DayUsage {
  date: Day;
  requests: number;
  errors: number;
  records: number;
  bytes: number;
}

export interface Usage {
  days: DayUsage[];
  operations: {
    operation: string;
    resource: string | null;
    requests: number;
    records: number;
    bytes: number;
  }[];
  statuses: { status_class: string; requests: number }[];
}

export interface PlatformUsage extends Usage {
  clients: { client_id: string; name: string; requests: number; records: number; bytes: number }[];
}

export interface RecentRequest {
  at: Timestamp;
  operation: string;
  status: number;
  records: number;
  bytes: number;
  error_code: string | null;
  duration_ms: number;
}

export interface ClientSummary {
  text: string;
  first_request_at: Timestamp | null;
  last_request_at: Timestamp | null;
  resources: { resource: string; records: number; requests: number }[];
}

export interface AccessLevels {
  levels: { access: AccessLevel; description: string }[];
  resources: string[];
  max_days: number;
  proposed_days: number;
}

export type Treatment =
  | 'shown'
  | 'pseudonym'
  | 'withheld'
  | 'cut'
  | 'rounded'
  | 'partly'
  | 'withheld-while-voting'
  | 'public-records'
  | 'public-record';

export interface Preview {
  record: Record<string, unknown> | null;
  full_record: Record<string, unknown> | null;
  fields: { field: string; treatment: Treatment }[];
}

export interface Warning {
  code: string;
  text: string;
  client_id?: string | null;
}

/** The newest run of the mirror, and what the newest successful one left out. */
export interface MirrorRun {
  source: string;
  ended_at: Timestamp;
  error: string | null;
  left_out: number;
  reasons: { resource: string; id: string | null; field: string; reason: string }[];
}

export interface Overview {
  public_api_enabled: boolean;
  platform: { name: string; url: string; locales: string[] } | null;
  clients: { active: number; total: number };
  requests: { today: number; days: { date: Day; requests: number; errors: number }[] };
  errors: { error_code: string; status: number; requests: number }[];
  newest_import: Import | null;
  mirror: MirrorRun | null;
  warnings: Warning[];
}

export interface Setting {
  name: string;
  group: string;
  description: string;
  value: string | null;
  source: 'default' | 'flag' | 'environment' | 'file';
  is_secret: boolean;
}

export type ActorKind = 'admin-key' | 'openid-connect' | 'command-line';

export interface AuditEntry {
  id: string | number;
  at: Timestamp;
  actor: { kind: ActorKind; id: string | null; name: string };
  action: string;
  subject: { kind: string; id: string | null; name: string | null } | null;
  changes: { field: string; from: unknown; to: unknown }[];
  address: string | null;
}

export interface AuditPage {
  entries: AuditEntry[];
  meta: Meta;
  actions: string[];
}

export interface DataOverview {
  resources: { resource: string; records: number; newest_change: Timestamp | null; index_bytes: number }[];
  database_bytes: number;
  files: { count: number; bytes: number };
}

export interface ImportError {
  file: string;
  line: number | null;
  field: string | null;
  expected: string;
  found: string | null;
}

export interface Import {
  id: string;
  state: 'running' | 'succeeded' | 'failed' | 'cancelled';
  dry_run: boolean;
  source: 'console' | 'command-line';
  actor_name: string | null;
  started_at: Timestamp;
  finished_at: Timestamp | null;
  files: string[];
  progress: { stage: string; rows: number; rows_per_second: number } | null;
  resources: { resource: string; inserted: number; updated: number; unchanged: number; removed: number }[];
  /** The stored records that become visible to an access level; in a dry run, those that would. */
  becoming_visible: { access: AccessLevel; resource: string; records: number }[];
  warnings: string[];
  errors: ImportError[];
  error_count: number;
  /** Whether the import ended at this number of errors, so that there may be more. */
  has_more_errors: boolean;
  /** Why the import failed, if not because of errors in files. */
  reason: string | null;
}

export interface ImportPage {
  imports: Import[];
  meta: Meta;
}

export type ExportFormat = 'parquet' | 'csv' | 'ndjson' | 'sqlite';

/** A file of an export. What describes the export has neither a resource nor a format. */
export interface ExportFile {
  id: string;
  name: string;
  resource: string | null;
  format: ExportFormat | null;
  rows: number;
  size: number;
  sha256: string;
}

export interface Export {
  id: string;
  state: 'running' | 'succeeded' | 'failed';
  access: AccessLevel;
  /** The client that it belongs to, at the level `pseudonymous`. */
  client_id: string | null;
  resources: string[];
  formats: ExportFormat[];
  is_scheduled: boolean;
  actor_name: string;
  started_at: Timestamp;
  finished_at: Timestamp | null;
  reason: string | null;
  files: ExportFile[];
}

export interface ExportPage {
  exports: Export[];
  meta: Meta;
}

/** What an administrator exports. */
export interface ExportFields {
  access: AccessLevel;
  client_id: string | null;
  formats: ExportFormat[];
}

export interface Person {
  id: string;
  email: string | null;
  first_name: string | null;
  last_name: string | null;
  created_at: Timestamp | null;
  /** How well the person matches the search. */
  match: 'exact' | 'part' | 'similar';
  records: Record<string, number>;
}

export interface Erasure {
  dry_run: boolean;
  changed: Record<string, number>;
  deleted: Record<string, number>;
  /** The number of stored exports that are deleted. */
  exports: number;
  released_on: Day;
  /** What remains to be done. */
  warnings: string[];
}

/** RFC 9457. */
export interface ProblemDocument {
  type: string;
  title: string;
  status: number;
  detail?: string;
  /** The parameter or the member of the body that is invalid. */
  parameter_name?: string;
  request_id?: string;
}
