import type * as api from '../../src/api/types';
import { describe, personalDataOf, readsOf, refusalsOf, registrationOf } from './register';

/** The day on which the fake platform lives. */
export const now = Date.parse('2026-11-22T14:05:00.000Z');
const DAY_MS = 86_400_000;

export const at = (daysAgo: number, time = now) => new Date(time - daysAgo * DAY_MS).toISOString();
export const day = (daysAgo: number) => at(daysAgo).slice(0, 10);

export const uuid = (number: number) => `4f0c2a6e-90d1-4c55-8a3b-${number.toString(16).padStart(12, '0')}`;

/** Numbers that look random and are the same in each run (Park and Miller). */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

export const resources: api.ResourceName[] = [
  'projects',
  'project_folders',
  'phases',
  'events',
  'event_attendances',
  'ideas',
  'idea_phases',
  'idea_topics',
  'comments',
  'reactions',
  'baskets',
  'basket_ideas',
  'topics',
  'areas',
  'users',
  'volunteering_causes',
  'volunteering_volunteers',
  'email_campaigns',
  'email_campaign_deliveries',
  'files',
];

const organisations = [
  'City website, events list',
  'University of Ashford, turnout study',
  'Open data portal',
  'Planning office dashboard',
  'Regional archive',
  'Mobile app',
  'Chamber of commerce',
  'Power BI of the mayor’s office',
  'Newsletter builder',
  'Neighbourhood map',
  'Press office monitor',
  'Translation service',
  'Assistant of the press office',
];

/** The index of a client that assistants may use. */
const ASSISTANT = 12;

/** A key with the shape of the server's. */
export const publishableKey = (number: number) =>
  `fmp_7TqLw2XcR9vKz4MhNb6Jd3FsYp8${String(number).padStart(5, '0')}`;

export function createClients(count: number): api.Client[] {
  const random = createRandom(7);
  const levels: api.AccessLevel[] = ['public', 'anonymous', 'pseudonymous', 'full'];
  return Array.from({ length: count }, (_, index) => {
    const name = organisations[index] ?? `Client ${String(index).padStart(5, '0')}`;
    const requests = Math.floor(random() * 40_000);
    const reading = {
      access: levels[index % 4] as api.AccessLevel,
      resources: index % 3 === 0 ? (['projects', 'events', 'ideas'] satisfies api.ResourceName[]) : null,
    };
    return {
      id: uuid(index + 1),
      name,
      ...reading,
      publishable_key: index === 8 ? publishableKey(8) : null,
      origins: index === 8 ? ['https://www.ashford.example', 'https://news.ashford.example'] : null,
      status: index === 4 ? 'disabled' : index === 6 ? 'revoked' : index === 10 ? 'expired' : 'active',
      created_at: at(300 - (index % 290)),
      expires_at: index % 5 === 3 ? null : index === 10 ? day(3) : day(-7 - index * 11),
      disabled_at: index === 4 ? at(2) : null,
      revoked_at: index === 6 ? at(20) : null,
      last_authenticated_at: index === 8 ? null : at(random() * 3),
      last_request_at: index === 8 ? null : at(random() * 2),
      requests_today: index === 8 ? 0 : Math.floor(requests / 35),
      requests_30_days: index === 8 ? 0 : requests,
      previous_secret_expires_at: null,
      registration: registrationOf(index),
      mcp: index === ASSISTANT,
      personal_data: personalDataOf(reading),
      reads_30_days: readsOf(index, index === 8 ? 0 : requests),
      refusals_30_days: refusalsOf(index),
      version: 1,
    } satisfies api.Client;
  });
}

export function createUsage(days: number, scale = 1): api.PlatformUsage {
  const random = createRandom(11);
  const list = Array.from({ length: days }, (_, index) => {
    const weekday = new Date(now - (days - 1 - index) * DAY_MS).getUTCDay();
    const requests = Math.floor((weekday % 6 === 0 ? 0.45 : 1) * (4200 + random() * 2600) * scale);
    return {
      date: day(days - 1 - index),
      requests,
      errors: Math.floor(requests * (index === days - 6 ? 0.21 : random() * 0.02)),
      records: requests * 21,
      bytes: requests * 18_400,
    };
  });
  const operation = (name: string, resource: string | null, share: number) => {
    const requests = Math.floor(list.reduce((sum, each) => sum + each.requests, 0) * share);
    return { operation: name, resource, requests, records: requests * 21, bytes: requests * 18_400 };
  };
  const operations = [
    operation('list_ideas', 'ideas', 0.42),
    operation('get_idea', 'ideas', 0.11),
    operation('list_projects', 'projects', 0.17),
    operation('list_events', 'events', 0.16),
    operation('list_comments', 'comments', 0.09),
    operation('create_token', null, 0.05),
  ];
  const total = list.reduce((sum, each) => sum + each.requests, 0);
  const errors = list.reduce((sum, each) => sum + each.errors, 0);
  return {
    days: list,
    operations,
    statuses: [
      { status_class: '2xx', requests: Math.floor((total - errors) * 0.83) },
      { status_class: '3xx', requests: Math.floor((total - errors) * 0.17) },
      { status_class: '4xx', requests: errors - 4 },
      { status_class: '5xx', requests: 4 },
    ],
    clients: createClients(6).map(({ id, name }, index) => ({
      client_id: id,
      name,
      requests: Math.floor(total / (index + 2)),
      errors: 0,
      records: Math.floor((total / (index + 2)) * 21),
      bytes: Math.floor((total / (index + 2)) * 18_400),
    })),
  };
}

export function createRequests(): api.RecentRequest[] {
  const random = createRandom(5);
  return Array.from({ length: 200 }, (_, index) => {
    const fails = index % 17 === 3;
    return {
      at: at(index * 0.004),
      operation: ['list_ideas', 'get_idea', 'list_events', 'list_projects'][index % 4] as string,
      status: fails ? 403 : index % 9 === 4 ? 304 : 200,
      records: fails ? 0 : 24,
      bytes: fails ? 512 : Math.floor(9000 + random() * 30_000),
      error_code: fails ? 'insufficient-access' : null,
      duration_ms: Math.floor(1 + random() * 14),
      request_id: `3f2a9c01d4e5b678-${index.toString(16)}`,
    };
  });
}

/** An idea as each level sees it. */
const fullIdea = {
  id: '0b9f6a52-6d8c-4b0e-9d7e-2f1b7ac41d11',
  title: 'A safe crossing at the school in Mill Lane',
  body_multiloc: {
    en: '<p>Cars drive too fast in the morning. Two of our children were nearly hit this autumn.</p>',
  },
  author_id: '7c1d3f52-41f6-4b5c-8c9a-52a0a2b4e017',
  project_id: 'f7a4c1de-5d21-44c6-93c5-1f0ab1c0d8f2',
  status: 'Under review',
  location_description: 'Mill Lane 14',
  location_point: { type: 'Point', coordinates: [0.871_234, 51.146_521] },
  votes_count: 42,
  comments_count: 7,
  custom_field_values: { age_group: '35-44', household: 4 },
  created_at: '2026-10-14T07:42:13.512Z',
  updated_at: '2026-11-20T16:03:44.020Z',
};

const fullUser = {
  id: fullIdea.author_id,
  email: 'amira.holt@example.org',
  first_name: 'Amira',
  last_name: 'Holt',
  bio: 'Mother of three, cyclist.',
  custom_field_values: { birth_year: 1986 },
  created_at: '2024-03-02T18:21:09.004Z',
};

const lowered: Partial<
  Record<
    string,
    Partial<
      Record<api.AccessLevel, [Record<string, unknown>, Record<string, api.PreviewField['treatment']>] | null>
    >
  >
> = {
  ideas: {
    pseudonymous: [
      { author_id: 'd1f0a6b9-0c1b-4cf2-a6f4-8d38c13f6c55', votes_count: null, custom_field_values: {} },
      { author_id: 'pseudonym', votes_count: 'withheld', custom_field_values: 'withheld' },
    ],
    anonymous: [
      { author_id: null, votes_count: null, custom_field_values: {} },
      { author_id: 'withheld', votes_count: 'withheld', custom_field_values: 'withheld' },
    ],
    public: [
      {
        author_id: null,
        votes_count: null,
        custom_field_values: {},
        location_point: { type: 'Point', coordinates: [0.871, 51.147] },
      },
      {
        author_id: 'withheld',
        votes_count: 'withheld',
        custom_field_values: 'withheld',
        location_point: 'rounded',
      },
    ],
  },
  users: {
    pseudonymous: [
      {
        id: 'a90d6e13-7f3b-4f0e-8a55-b3a5cf3d9e10',
        email: null,
        first_name: null,
        last_name: null,
        bio: null,
        custom_field_values: { birth_year: 1986 },
        created_at: '2024-03-02T00:00:00.000Z',
      },
      {
        id: 'pseudonym',
        email: 'withheld',
        first_name: 'withheld',
        last_name: 'withheld',
        bio: 'withheld',
        custom_field_values: 'allowed-keys-only',
        created_at: 'truncated-to-day',
      },
    ],
    anonymous: null,
    public: null,
  },
};

export function createPreview(resource: string, access: api.AccessLevel): api.Preview {
  const full: Record<string, unknown> | null =
    resource === 'users' ? fullUser : resource === 'areas' ? null : fullIdea;
  if (!full) return { record: null, full_record: null, fields: [] };
  const change = lowered[resource === 'users' ? 'users' : 'ideas']?.[access];
  if (change === null) return { record: null, full_record: full, fields: [] };
  const [values, treatments] = change ?? [{}, {}];
  return {
    record: { ...full, ...values },
    full_record: full,
    fields: Object.keys(full).map((field) => ({ field, treatment: treatments[field] ?? 'shown' })),
  };
}

export const accessLevels: api.AccessLevels = {
  levels: [
    { access: 'full', description: 'Every record with every value, names and e-mail addresses included.' },
    {
      access: 'pseudonymous',
      description:
        'Every record. Ids of people are replaced by pseudonyms that differ for each client, and authorship cannot be tied to votes. Names, addresses and answers about people are withheld.',
    },
    {
      access: 'anonymous',
      description: 'Every record without references to people. The list of users is empty.',
    },
    {
      access: 'public',
      description:
        'Published projects, phases, events, ideas, comments, topics and areas. No people; coordinates are rounded.',
    },
  ],
  resources: resources.map(describe),
  max_days: 366,
  proposed_days: 366,
};

export const settings: api.Setting[] = [
  [
    'listen',
    'server',
    'Address and port on which the server accepts connections.',
    '0.0.0.0:8080',
    'flag',
    false,
  ],
  [
    'public-url',
    'server',
    'URL under which clients reach the server.',
    'https://participate.ashford.example',
    'environment',
    false,
  ],
  [
    'admin-listen',
    'server',
    'Separate address and port of the console and the admin API.',
    null,
    'default',
    false,
  ],
  [
    'database-url',
    'database',
    'URL of a PostgreSQL database instead of the embedded one.',
    '••••',
    'environment',
    true,
  ],
  ['database-timeout-seconds', 'database', 'Maximum time to wait for a connection.', '5', 'default', false],
  [
    'client-max-days',
    'clients',
    'Maximum lifetime of a client in days; 0 sets no maximum.',
    '366',
    'default',
    false,
  ],
  [
    'vote-results',
    'privacy',
    'When levels below full see the results of a vote.',
    'after-phase',
    'default',
    false,
  ],
  ['coordinate-decimals', 'privacy', 'Decimals of coordinates at the level public.', '3', 'file', false],
  ['time-zone', 'privacy', 'Time zone of the platform.', 'Europe/London', 'file', false],
  ['export-at', 'exports', 'Time of day after which exports are made each day.', '02:30', 'file', false],
  [
    'export-access',
    'exports',
    'Access levels of the exports that are made each day.',
    'public',
    'default',
    false,
  ],
  [
    'export-clients',
    'exports',
    'Clients for each of which an export is made each day.',
    uuid(3),
    'file',
    false,
  ],
  [
    'export-formats',
    'exports',
    'Formats of the exports that are made each day.',
    'parquet,csv',
    'default',
    false,
  ],
  ['export-keep-days', 'exports', 'Days for which exports are stored.', '14', 'file', false],
  ['key-encryption-secret', 'keys', 'Secret that encrypts the signing keys.', null, 'default', true],
].map(
  ([name, group, description, value, source, is_secret]) =>
    ({ name, group, description, value, source, is_secret }) as api.Setting,
);

export function createImports(): api.Import[] {
  const base = {
    source: 'console' as const,
    actor_name: 'Marta Lind',
    files: ['comments.ndjson.gz', 'ideas.ndjson.gz', 'platform.json'],
    progress: null,
    reason: null,
    becoming_visible: [],
    has_more_errors: false,
    warnings: ['ideas: unknown field "colour" in 12 lines'],
  };
  return [
    {
      ...base,
      id: uuid(9001),
      state: 'succeeded',
      dry_run: false,
      started_at: at(0.4),
      finished_at: at(0.4 - 0.0008),
      resources: [
        { resource: 'ideas', inserted: 214, updated: 37, unchanged: 18_402, removed: 3 },
        { resource: 'comments', inserted: 1120, updated: 0, unchanged: 88_210, removed: 12 },
      ],
      errors: [],
      error_count: 0,
    },
    {
      ...base,
      id: uuid(9002),
      state: 'failed',
      dry_run: true,
      started_at: at(1.4),
      finished_at: at(1.3997),
      resources: [],
      warnings: [],
      errors: importErrors,
      error_count: 214,
    },
    {
      ...base,
      id: uuid(9003),
      source: 'command-line',
      actor_name: 'root',
      state: 'succeeded',
      dry_run: false,
      started_at: at(30),
      finished_at: at(29.999),
      resources: [{ resource: 'projects', inserted: 48, updated: 0, unchanged: 0, removed: 0 }],
      errors: [],
      error_count: 0,
    },
  ];
}

export const importErrors: api.FileError[] = [
  {
    file: 'ideas.ndjson.gz',
    line: 17,
    field: 'created_at',
    expected: 'a timestamp in RFC 3339',
    found: '"yesterday"',
  },
  {
    file: 'ideas.ndjson.gz',
    line: 41,
    field: 'project_id',
    expected: 'a project of the import or the platform',
    found: '"f7a4c1de-0000-0000-0000-000000000000"',
  },
  { file: 'comments.ndjson.gz', line: 3, field: null, expected: 'a JSON object', found: '"[1,2]"' },
];

export const people: api.Person[] = [
  {
    id: fullUser.id,
    email: fullUser.email,
    first_name: fullUser.first_name,
    last_name: fullUser.last_name,
    created_at: fullUser.created_at,
    match: 'exact',
    records: { ideas: 3, comments: 12, baskets: 1, reactions: 27, event_attendances: 2 },
  },
];

export function createAudit(): api.AuditEntry[] {
  const marta = { kind: 'admin-key' as const, id: uuid(501), name: 'Marta Lind' };
  const entry = (number: number, values: Partial<api.AuditEntry>): api.AuditEntry => ({
    id: uuid(number),
    at: at(number * 0.37),
    actor: marta,
    action: 'clients.update',
    subject: { kind: 'client', id: uuid(2), name: 'University of Ashford, turnout study' },
    changes: [],
    address: '192.0.2.17',
    ...values,
  });
  const entries = [
    entry(1, {
      changes: [
        { field: 'access', from: 'full', to: 'pseudonymous' },
        { field: 'expires_at', from: null, to: day(-200) },
      ],
    }),
    entry(2, { action: 'sessions.create', subject: null }),
    entry(3, { action: 'people.find', subject: null }),
    entry(4, {
      action: 'people.erase',
      subject: { kind: 'person', id: '9f2c…e1', name: null },
      changes: [
        { field: 'ideas', from: null, to: null },
        { field: 'users', from: null, to: null },
      ],
    }),
    entry(5, {
      action: 'access.update',
      subject: null,
      changes: [{ field: 'enabled', from: false, to: true }],
    }),
    entry(6, {
      action: 'clients.create',
      actor: { kind: 'command-line', id: 'root', name: 'root' },
      address: null,
      changes: [{ field: 'name', from: null, to: 'City website, events list' }],
    }),
    entry(8, {
      action: 'exports.download',
      subject: { kind: 'export', id: uuid(9601), name: null },
      changes: [{ field: 'file', from: null, to: 'ideas.parquet' }],
    }),
    entry(7, {
      action: 'imports.create',
      actor: { kind: 'openid-connect', id: 'jonas', name: 'Jonas Weber' },
      subject: { kind: 'import', id: uuid(9001), name: null },
    }),
  ];
  return Array.from({ length: 60 }, (_, index) => ({
    ...(entries[index % entries.length] as api.AuditEntry),
    id: uuid(index + 1),
    at: at(index * 0.37),
  }));
}
