import type * as api from '../../src/api/types';
import { at, createAudit, createClients, createImports, day, people, settings, uuid } from './data';
import { createExports } from './exports';
import { createHealth } from './health';
import { createWebhooks } from './webhooks';

/** The state of a fake server. Tests change it directly. */
export interface FakeState {
  role: api.Role;
  /** How the administrator signed in. */
  method: api.Session['administrator']['method'];
  csrfToken: string;
  /** The sessions that the server accepts; a test empties it to end them. */
  sessions: Set<string>;
  openIdConnect: { name: string } | null;
  isPublicApiOn: boolean;
  clients: api.Client[];
  imports: api.Import[];
  audit: api.AuditEntry[];
  people: api.Person[];
  adminKeys: api.AdminKey[];
  /** The number of sessions besides the current one. */
  otherSessions: number;
  maxDays: number;
  warnings: api.Warning[];
  health: api.Health;
  hasUsage: boolean;
  /** The bodies of the imports that were uploaded. */
  uploads: { dryRun: boolean; removesLocales: boolean; body: string }[];
  /** Whether the next import finds errors. */
  importFails: boolean;
  /** Whether imports run until they are cancelled. */
  importsHang: boolean;
  webhooks: api.Webhook[];
  exports: api.Export[];
  /** How a running export ends; `undefined` while it continues to run. */
  exportEnd?: Pick<api.Export, 'state' | 'reason'>;
  settings: api.Setting[];
  /** Whether the server has the web components. */
  hasComponents: boolean;
}

export const createState = (values: Partial<FakeState> = {}): FakeState => ({
  role: 'administrator',
  method: 'admin-key',
  csrfToken: 'token-of-the-session',
  sessions: new Set(),
  openIdConnect: null,
  isPublicApiOn: true,
  clients: createClients(60),
  imports: createImports(),
  audit: createAudit(),
  people: structuredClone(people),
  maxDays: 366,
  health: createHealth(),
  hasUsage: true,
  uploads: [],
  importFails: false,
  importsHang: false,
  webhooks: createWebhooks(),
  exports: createExports(),
  exportEnd: { state: 'succeeded', reason: null },
  settings: structuredClone(settings),
  hasComponents: true,
  otherSessions: 1,
  adminKeys: [
    {
      id: uuid(501),
      name: 'Marta Lind',
      role: 'administrator',
      created_at: at(120),
      last_used_at: at(0.01),
      revoked_at: null,
      expires_at: day(-246),
    },
    {
      id: uuid(502),
      name: 'Data protection officer',
      role: 'auditor',
      created_at: at(80),
      last_used_at: at(4),
      revoked_at: null,
      expires_at: null,
    },
    {
      id: uuid(503),
      name: 'Set-up',
      role: 'administrator',
      created_at: at(200),
      last_used_at: at(199),
      revoked_at: at(120),
      expires_at: day(-166),
    },
  ],
  warnings: [
    { code: 'client-expires', text: 'City website, events list expires in 7 days.', client_id: uuid(1) },
    { code: 'client-unused', text: 'Newsletter builder has not been used for 90 days.', client_id: uuid(9) },
    { code: 'keys-unencrypted', text: 'The signing keys are stored without encryption.' },
  ],
  ...values,
});
