import type * as api from '../../src/api/types';
import { at, createRandom, now, resources, uuid } from './data';
import { notFound, type Operations, ok, pageOf, problem, type Reply } from './operations';
import type { FakeState } from './state';

const levels: api.AccessLevel[] = ['full', 'pseudonymous', 'anonymous', 'public'];
const formats: api.ExportFormat[] = ['parquet', 'csv', 'ndjson', 'sqlite'];

/** A client of the level `pseudonymous`. */
export const EXPORT_CLIENT = uuid(3);

/** Exports of the last days, the newest first. */
export function createExports(): api.Export[] {
  const daily = Array.from({ length: 14 }, (_, index) => [
    createExport(9500 + 2 * index, {
      access: 'pseudonymous',
      client_id: EXPORT_CLIENT,
      resources: resources.slice(0, 6),
      is_scheduled: true,
      actor_name: 'schedule',
      started_at: at(index + 0.478),
    }),
    createExport(9501 + 2 * index, {
      access: 'public',
      resources: resources.filter((resource) => !/users|baskets|attend|volunteering/.test(resource)),
      is_scheduled: true,
      actor_name: 'schedule',
      started_at: at(index + 0.4815),
    }),
  ]).flat();
  const failed = createExport(9602, {
    state: 'failed',
    access: 'anonymous',
    formats: ['sqlite'],
    started_at: at(0.9),
    reason: 'The file storage or the data folder is full. Free space and export again.',
  });
  const large = createExport(9601, { access: 'full', formats, started_at: at(0.2) });
  return [large, ...daily.slice(0, 2), failed, ...daily.slice(2)];
}

export function createExport(number: number, values: Partial<api.Export>): api.Export {
  const entry: api.Export = {
    id: uuid(number),
    state: 'succeeded',
    access: 'public',
    client_id: null,
    resources,
    formats: ['parquet', 'csv'],
    is_scheduled: false,
    actor_name: 'Marta Lind',
    started_at: at(0),
    finished_at: null,
    reason: null,
    files: [],
    ...values,
  };
  return entry.state === 'running' ? entry : finish(entry);
}

function finish(entry: api.Export): api.Export {
  const seconds = 4 + entry.resources.length * entry.formats.length;
  const finished = new Date(Date.parse(entry.started_at) + seconds * 1000).toISOString();
  return { ...entry, finished_at: finished, files: entry.state === 'failed' ? [] : filesOf(entry) };
}

/** Files by name, as the server lists them. */
function filesOf(entry: api.Export): api.ExportFile[] {
  const random = createRandom(Number.parseInt(entry.id.slice(-6), 16));
  const hash = () =>
    Array.from({ length: 8 }, () =>
      Math.floor(random() * 0xffffffff)
        .toString(16)
        .padStart(8, '0'),
    ).join('');
  let number = 0;
  const file = (values: Partial<api.ExportFile>): api.ExportFile => ({
    id: entry.id.replace('90d1', `9${(100 + number++).toString(16).padStart(3, '0')}`),
    name: '',
    resource: null,
    format: null,
    rows: 0,
    size: 2048,
    sha256: hash(),
    ...values,
  });
  const rows = entry.resources.map((_, index) => [48, 131, 1804, 18_616, 88_330][index % 5] as number);
  const tables = entry.formats
    .filter((format) => format !== 'sqlite')
    .flatMap((format) =>
      entry.resources.map((resource, index) =>
        file({
          name: `${resource}.${format}`,
          resource,
          format,
          rows: rows[index],
          size: (rows[index] ?? 0) * { parquet: 96, csv: 340, ndjson: 880, sqlite: 0 }[format],
        }),
      ),
    );
  const total = rows.reduce((sum, each) => sum + each, 0);
  const database = entry.formats.includes('sqlite')
    ? [file({ name: 'folkmoot.sqlite', format: 'sqlite', rows: total, size: total * 610 })]
    : [];
  const description = ['README.md', 'SHA256SUMS', 'datapackage.json'].map((name) => file({ name }));
  return [...tables, ...database, ...description].toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

/** Stored exports and their files. */
export const exports: Operations = (state, { method, path, query, body }) => {
  const [, fileId] = /^\/export-files\/([^/]+)$/.exec(path) ?? [];
  if (fileId) return downloadFile(state, fileId);
  const [, id] = /^\/exports\/([^/]+)$/.exec(path) ?? [];
  if (id && method === 'DELETE') return remove(state, id);
  if (path !== '/exports') return undefined;
  return method === 'POST' ? start(state, JSON.parse(body)) : list(state, query);
};

/** A running export ends after some reads, if the state permits it to end. */
function list(state: FakeState, query: URLSearchParams): Reply {
  const { items, meta } = pageOf(structuredClone(state.exports), query);
  const running = state.exports.findIndex((entry) => entry.state === 'running');
  const entry = state.exports[running];
  if (entry && state.exportEnd) {
    state.exports[running] = finish({ ...entry, ...state.exportEnd });
  }
  return ok({ exports: items, meta });
}

const invalid = (member: string, fault: string) =>
  problem(422, 'invalid-parameters', 'Invalid parameters', `'${member}' ${fault}.`, member);

function start(state: FakeState, fields: api.NewExport): Reply {
  if (!levels.includes(fields.access)) {
    return invalid('access', `must be one of: ${levels.join(', ')}`);
  }
  const client = state.clients.find(({ id }) => id === fields.client_id);
  const isForClient = fields.access === 'pseudonymous';
  if (fields.client_id && !(isForClient && client?.status === 'active' && client.access === fields.access)) {
    return invalid(
      'client_id',
      'must be the id of an active client of the level pseudonymous, for an export at this level',
    );
  }
  if (isForClient && !client) return invalid('client_id', 'is required at the level pseudonymous');
  if (fields.formats.length === 0) return invalid('formats', `must be a list of: ${formats.join(', ')}`);
  if (state.exports.some((entry) => entry.state === 'running')) {
    return problem(
      409,
      'export-running',
      'Export running',
      'Another export is running. Wait for its end, which GET /admin/api/exports shows.',
    );
  }
  const entry = createExport(9700 + state.exports.length, {
    ...fields,
    state: 'running',
    resources: client?.resources ?? resources,
    started_at: new Date(now).toISOString(),
  });
  state.exports.unshift(entry);
  return ok({ export: entry }, 202);
}

function remove(state: FakeState, id: string): Reply {
  if (!state.exports.some((entry) => entry.id === id)) return notFound();
  state.exports = state.exports.filter((entry) => entry.id !== id);
  return { status: 204 };
}

function downloadFile(state: FakeState, id: string): Reply {
  if (state.role === 'auditor') {
    return problem(403, 'administrator-required', 'Administrator required', 'Auditors cannot download.');
  }
  const file = state.exports.flatMap((entry) => entry.files).find((each) => each.id === id);
  if (!file) return notFound();
  return {
    status: 200,
    content: `content of ${file.name}`,
    headers: {
      'Content-Type': 'application/octet-stream',
      'Content-Disposition': `attachment; filename="${file.name}"`,
    },
  };
}
