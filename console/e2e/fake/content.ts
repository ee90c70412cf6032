import type * as api from '../../src/api/types';
import { csv } from './administration';
import { at, createRequests, createUsage, importErrors, now, resources, uuid } from './data';
import { notFound, type Operations, ok, pageOf, problem, type Reply } from './operations';
import { latestRefusals } from './register';
import type { FakeState } from './state';

/** Overview, usage, data, imports, people. */
export const content: Operations = (state, { method, path, query, body }) => {
  const importId = /^\/imports\/([^/]+)$/.exec(path)?.[1];
  if (importId) return readImport(state, importId);
  const cancelledId = /^\/imports\/([^/]+)\/cancel$/.exec(path)?.[1];
  if (cancelledId) return cancelImport(state, cancelledId);
  const [, personId, action] = /^\/people\/([^/]+)\/(export|erase)$/.exec(path) ?? [];
  if (personId) return action === 'erase' ? erase(state, personId, JSON.parse(body)) : exportPerson();
  switch (`${method} ${path}`) {
    case 'GET /overview':
      return ok(overview(state));
    case 'GET /health':
      return ok(state.health);
    case 'GET /usage':
      return ok(createUsage(Number(query.get('days') ?? 30)));
    case 'GET /requests': {
      const found = createRequests().filter(({ request_id }) => request_id === query.get('request_id'));
      const client = state.clients[1];
      return ok({
        requests: found.map((request) => ({
          ...request,
          client_id: client?.id ?? '',
          client_name: client?.name ?? null,
        })),
      });
    }
    case 'GET /usage.csv':
      return csv('usage.csv', 'date,requests\n');
    case 'GET /data':
      return ok(data());
    case 'GET /imports': {
      const { items, meta } = pageOf(state.imports, query);
      return ok({ imports: items, meta });
    }
    case 'POST /imports':
      return startImport(state, query, body);
    case 'POST /people/find':
      return ok({ people: findPeople(state, JSON.parse(body).text) });
    default:
      return undefined;
  }
};

function overview(state: FakeState): api.Overview {
  const { days } = createUsage(30);
  const isUsed = state.hasUsage;
  return {
    public_api_enabled: state.isPublicApiOn,
    platform: {
      name: 'Ashford participates',
      url: 'https://participate.ashford.example',
      locales: ['en', 'fr'],
    },
    clients: {
      active: state.clients.filter(({ status }) => status === 'active').length,
      total: state.clients.length,
    },
    requests: {
      today: isUsed ? (days.at(-1)?.requests ?? 0) : 0,
      days: days.map(({ date, requests, errors }) => ({
        date,
        requests: isUsed ? requests : 0,
        errors: isUsed ? errors : 0,
      })),
    },
    errors: isUsed
      ? [
          { error_code: 'insufficient-access', status: 403, requests: 31 },
          { error_code: 'expired-token', status: 401, requests: 12 },
          { error_code: 'invalid-parameter-value', status: 400, requests: 3 },
        ]
      : [],
    refusals: latestRefusals(state.clients),
    refused_requests: 4_812,
    newest_import: state.imports[0] ?? null,
    data_changed_at: '2026-03-10T05:59:00.000Z',
    mirror: {
      source: 'https://source.example.org',
      ended_at: '2026-03-10T06:00:00.000Z',
      error: null,
      left_out: 2,
      reasons: [
        {
          resource: 'ideas',
          id: '00c2d8a0-4b7f-4b0b-9d5e-0f6f2b5c1a11',
          field: 'likes_count',
          reason: 'expected an integer of at least 0, found another value',
        },
        { resource: 'events', id: null, field: 'id', reason: 'expected a UUID, found another value' },
      ],
    },
    warnings: state.warnings,
  };
}

function data(): api.DataOverview {
  return {
    resources: resources.map((resource, index) => ({
      resource,
      records: [48, 6, 131, 212, 1804, 18_616, 20_110, 31_004, 88_330, 402_117][index % 10] as number,
      newest_change: index % 7 === 5 ? null : at(index * 0.8),
      index_bytes: 120_000 * (index + 1),
    })),
    database_bytes: 812_400_000,
    files: { count: 1204, bytes: 3_480_000_000 },
  };
}

/** A running import proceeds with each read. */
function readImport(state: FakeState, id: string): Reply {
  const entry = state.imports.find((each) => each.id === id);
  if (!entry) return notFound();
  const reply = ok({ import: structuredClone(entry) });
  if (entry.state === 'running') proceed(state, entry);
  return reply;
}

function cancelImport(state: FakeState, id: string): Reply {
  const entry = state.imports.find((each) => each.id === id);
  if (!entry) return notFound();
  if (entry.state !== 'running') return problem(409, 'edit-conflict', 'Edit conflict', 'It has ended.');
  Object.assign(entry, {
    state: 'cancelled',
    progress: null,
    finished_at: new Date(now).toISOString(),
    reason: 'the import was cancelled; nothing was changed.',
  });
  return ok({ import: entry }, 202);
}

function proceed(state: FakeState, entry: api.Import) {
  if (!entry.progress) {
    entry.progress = { stage: 'records', rows: 12_400, rows_per_second: 24_800 };
    return;
  }
  if (state.importsHang) return;
  entry.progress = null;
  entry.finished_at = new Date(now).toISOString();
  if (state.importFails) {
    Object.assign(entry, { state: 'failed', errors: importErrors, error_count: importErrors.length });
  } else {
    entry.state = 'succeeded';
    entry.resources = [{ resource: 'ideas', inserted: 2, updated: 1, unchanged: 0, removed: 0 }];
    entry.becoming_visible = [
      { access: 'public', resource: 'projects', records: 3 },
      { access: 'public', resource: 'ideas', records: 12 },
    ];
  }
}

function startImport(state: FakeState, query: URLSearchParams, body: string): Reply {
  if (state.imports.some(({ state: each }) => each === 'running')) {
    return problem(
      409,
      'import-running',
      'An import is running',
      'Wait until it has finished, then start again.',
    );
  }
  const dryRun = query.get('dry_run') === 'true';
  state.uploads.push({ dryRun, removesLocales: query.get('remove_locales') === 'true', body });
  const entry: api.Import = {
    id: uuid(9100 + state.imports.length),
    state: 'running',
    dry_run: dryRun,
    source: 'console',
    actor_name: 'Marta Lind',
    started_at: new Date(now).toISOString(),
    finished_at: null,
    files: [...body.matchAll(/filename="([^"]+)"/g)].map(([, name]) => name as string),
    progress: null,
    resources: [],
    becoming_visible: [],
    warnings: [],
    errors: [],
    error_count: 0,
    has_more_errors: false,
    reason: null,
  };
  state.imports.unshift(entry);
  return ok({ import: entry }, 202);
}

const findPeople = (state: FakeState, text: string) =>
  state.people.filter((person) =>
    [person.id, person.email, person.first_name, person.last_name].some((value) =>
      value?.toLowerCase().includes(text.toLowerCase()),
    ),
  );

const exportPerson = (): Reply => ({
  status: 200,
  content: Buffer.from('PK'),
  headers: { 'Content-Type': 'application/zip', 'Content-Disposition': 'attachment; filename="person.zip"' },
});

function erase(
  state: FakeState,
  id: string,
  { dry_run, with_texts }: { dry_run: boolean; with_texts: boolean },
): Reply {
  const person = state.people.find((each) => each.id === id);
  if (!person) return notFound();
  const exports = state.exports.filter((each) => each.state !== 'failed').length;
  if (!dry_run) {
    state.people = state.people.filter((each) => each !== person);
    state.exports = state.exports.filter((each) => each.state === 'failed');
  }
  const { baskets = 0, ...changed } = person.records;
  return ok({
    dry_run,
    changed: with_texts ? changed : { ...changed, baskets },
    deleted: { users: 1 },
    exports,
    released_on: '2026-11-23',
    warnings: [],
  });
}
