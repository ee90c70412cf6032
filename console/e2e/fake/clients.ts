import type * as api from '../../src/api/types';
import { csv } from './administration';
import {
  accessLevels,
  at,
  createPreview,
  createRequests,
  createUsage,
  now,
  publishableKey,
  uuid,
} from './data';
import { notFound, type Operations, ok, pageOf, problem, type Reply } from './operations';
import { emptyRegistration, periodsOf, personalDataOf } from './register';
import type { FakeState } from './state';

const SECRET = 'fms_8Zp2Wq6Rt1Xk9Lm4Nv7Bc3Hj5Ds0Gf';

/** Clients, their usage, and the preview of levels. */
export const clients: Operations = (state, { method, path, query, body }) => {
  if (method === 'GET' && path === '/access-levels') return ok({ ...accessLevels, max_days: state.maxDays });
  if (method === 'GET' && path === '/preview') {
    return ok(createPreview(query.get('resource') ?? 'ideas', query.get('access') as api.AccessLevel));
  }
  if (path === '/clients') return method === 'GET' ? list(state, query) : create(state, body);
  const [, id, action] = /^\/clients\/([^/]+)(?:\/(.+))?$/.exec(path) ?? [];
  if (!id) return undefined;
  const client = state.clients.find((each) => each.id === id);
  if (!client) return notFound();
  if (method === 'GET') return read(state, client, action, Number(query.get('days') ?? 30));
  return method === 'PATCH'
    ? update(client, JSON.parse(body))
    : change(client, action, body ? JSON.parse(body) : {});
};

function list(state: FakeState, query: URLSearchParams): Reply {
  const search = query.get('search')?.toLowerCase() ?? '';
  const status = query.get('status');
  const access = query.get('access');
  const kind = query.get('personal_data') as api.PersonalData | null;
  const refused = query.get('refused');
  const found = state.clients.filter(
    (client) =>
      (client.id.includes(search) || textsOf(client).some((text) => text.includes(search))) &&
      (!status || client.status === status) &&
      (!access || client.access === access) &&
      (!kind || client.personal_data.includes(kind)) &&
      (!refused || client.refusals_30_days.length > 0 === (refused === 'true')),
  );
  const sort = query.get('sort') ?? '-created_at';
  const key = sort.replace('-', '') as 'name' | 'created_at' | 'last_request_at' | 'expires_at';
  found.sort((one, other) => String(one[key] ?? '9').localeCompare(String(other[key] ?? '9')));
  if (sort.startsWith('-')) found.reverse();
  const { items, meta } = pageOf(found, query);
  return ok({ clients: items, meta });
}

const textsOf = ({ name, registration: { owner, contact } }: api.Client) =>
  [name, owner ?? '', contact ?? ''].map((text) => text.toLowerCase());

function create(state: FakeState, body: string): Reply {
  const { origins = null, registration, mcp = false, ...fields } = JSON.parse(body) as api.NewClient;
  if (origins?.some((origin) => origin.endsWith('.invalid'))) return invalidOrigins();
  if (origins && mcp) {
    return problem(
      400,
      'invalid-parameters',
      'Invalid parameters',
      "'mcp' must be false for a client with origins",
    );
  }
  const client: api.Client = {
    ...fields,
    publishable_key: origins && publishableKey(state.clients.length),
    origins,
    id: uuid(4000 + state.clients.length),
    status: 'active',
    created_at: new Date(now).toISOString(),
    disabled_at: null,
    revoked_at: null,
    last_authenticated_at: null,
    last_request_at: null,
    requests_today: 0,
    requests_30_days: 0,
    previous_secret_expires_at: null,
    registration: registration ?? emptyRegistration,
    mcp,
    personal_data: personalDataOf(fields),
    reads_30_days: [],
    refusals_30_days: [],
    version: 1,
  };
  state.clients.unshift(client);
  return ok({ client, client_secret: origins ? null : SECRET }, 201);
}

const invalidOrigins = () =>
  problem(400, 'invalid-parameters', 'Invalid parameters', "'origins' is not accepted: …", 'origins');

function read(state: FakeState, client: api.Client, part: string | undefined, days: number): Reply {
  const { clients: _, ...usage } = createUsage(days, 0.1);
  switch (part) {
    case undefined:
      return ok({ client });
    case 'usage':
      return ok(state.hasUsage ? usage : { days: [], operations: [], statuses: [] });
    case 'usage.csv':
      return csv('usage.csv', 'date,requests\n');
    case 'requests':
      return ok({
        requests: state.hasUsage ? createRequests() : [],
        sender: { at: at(0), address: '198.51.100.7', user_agent: 'python-requests/2.32.3' },
      });
    case 'summary':
      return ok({
        text: `Between 2 March 2026 and 22 November 2026, the client “${client.name}” (access level ${client.access}) sent 412,804 requests to the platform Ashford participates and received 1,204,113 records: ideas (904,220), projects (180,402), events (88,019) and comments (31,472). People in these records were replaced by pseudonyms; names, e-mail addresses and free answers were withheld.`,
        first_request_at: client.created_at,
        last_request_at: client.last_request_at,
        periods: periodsOf(client),
        resources: [
          { resource: 'ideas', lists: 904_220, changes: 12_004, exports: 0 },
          { resource: 'users', lists: 0, changes: 0, exports: 20_110 },
        ],
      });
    default:
      return notFound();
  }
}

function update(
  client: api.Client,
  { version, ...fields }: Partial<api.NewClient> & { version: number },
): Reply {
  if (version !== client.version) {
    return problem(
      409,
      'edit-conflict',
      'Edit conflict',
      `The client has version ${client.version}, not ${version}. Read it again, then repeat the change.`,
    );
  }
  if (client.origins ? fields.access || fields.mcp : fields.origins) {
    return problem(409, 'edit-conflict', 'Edit conflict', 'The client is of the other kind.');
  }
  Object.assign(client, fields, { version: version + 1 });
  client.personal_data = personalDataOf(client);
  if (client.status === 'expired' && fields.expires_at) client.status = 'active';
  return ok({ client });
}

function change(client: api.Client, action: string | undefined, body: { overlap_hours?: number }): Reply {
  const time = new Date().toISOString();
  client.version += 1;
  switch (action) {
    case 'disable':
      Object.assign(client, { status: 'disabled', disabled_at: time });
      return ok({ client });
    case 'enable':
      Object.assign(client, { status: 'active', disabled_at: null });
      return ok({ client });
    case 'revoke':
      Object.assign(client, { status: 'revoked', revoked_at: time });
      return ok({ client });
    case 'rotate':
      if (client.origins) return problem(409, 'edit-conflict', 'Edit conflict', 'The client has no secret.');
      client.previous_secret_expires_at = body.overlap_hours
        ? new Date(Date.now() + body.overlap_hours * 3_600_000).toISOString()
        : null;
      return ok({ client, client_secret: SECRET });
    default:
      return notFound();
  }
}
