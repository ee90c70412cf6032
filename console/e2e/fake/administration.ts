import type * as api from '../../src/api/types';
import { at, day, now, uuid } from './data';
import { notFound, type Operations, ok, pageOf, problem } from './operations';
import type { FakeState } from './state';

/** The key with which tests sign in. */
export const ADMIN_KEY = 'fma_test-key';

const sessionOf = (state: FakeState): api.Session => ({
  administrator: { id: uuid(501), name: 'Marta Lind', role: state.role, method: state.method },
  csrf_token: state.csrfToken,
  expires_at: at(-0.5),
  idle_timeout_seconds: 1800,
  platform: { name: 'Ashford participates', url: 'https://participate.ashford.example' },
  product: 'Folkmoot',
  version: '0.2.0',
});

/** Session, switch, overview, settings, audit log, admin keys. */
export const administration: Operations = (state, { method, path, query, body, cookie }) => {
  const revoked = /^\/admin-keys\/([^/]+)\/revoke$/.exec(path)?.[1];
  if (revoked) return revokeKey(state, revoked);
  if (method === 'DELETE' && path.startsWith('/sessions/')) return { status: 204 };
  switch (`${method} ${path}`) {
    case 'GET /sign-in-methods':
      return ok({ admin_key: true, openid_connect: state.openIdConnect });
    case 'GET /session':
      return ok(sessionOf(state));
    case 'POST /session':
      return signIn(state, body);
    case 'DELETE /session':
      state.sessions.delete(cookie ?? '');
      return { status: 204 };
    case 'GET /sessions':
      return ok({ sessions: sessionsOf(state) });
    case 'GET /admin-keys':
      return ok({ admin_keys: state.adminKeys });
    case 'POST /admin-keys':
      return createKey(state, body);
    case 'GET /access':
      return ok({ enabled: state.isPublicApiOn });
    case 'PUT /access':
      state.isPublicApiOn = JSON.parse(body).enabled;
      return ok({ enabled: state.isPublicApiOn });
    case 'GET /settings':
      return ok({ settings: state.settings });
    case 'GET /audit':
      return audit(state, query);
    case 'GET /audit.csv':
      return csv('audit.csv', 'at,actor,action\n');
    default:
      return undefined;
  }
};

export const csv = (name: string, text: string) => ({
  status: 200,
  content: text,
  headers: { 'Content-Type': 'text/csv', 'Content-Disposition': `attachment; filename="${name}"` },
});

function signIn(state: FakeState, body: string) {
  if (JSON.parse(body).admin_key !== ADMIN_KEY) {
    return problem(
      401,
      'invalid-credentials',
      'Invalid credentials',
      'The admin key is unknown or revoked. Check it, or create a new one.',
    );
  }
  const id = `session-${state.sessions.size + 1}`;
  state.sessions.add(id);
  return {
    ...ok(sessionOf(state), 201),
    headers: { 'Set-Cookie': `folkmoot_admin=${id}; HttpOnly; SameSite=Strict; Path=/` },
  };
}

function sessionsOf(state: FakeState): api.OpenSession[] {
  const { administrator } = sessionOf(state);
  const other = { ...administrator, id: 'jonas', name: 'Jonas Weber', method: 'openid-connect' as const };
  const times = { created_at: at(0.1), last_used_at: at(0.001), expires_at: at(-0.4) };
  return [
    { id: uuid(701), administrator, ...times, address: '192.0.2.17', is_current: true },
    ...Array.from({ length: state.otherSessions }, (_, index) => ({
      id: uuid(702 + index),
      administrator: other,
      ...times,
      address: '198.51.100.4',
      is_current: false,
    })),
  ];
}

function createKey(state: FakeState, body: string) {
  const { name, role, expires_at } = JSON.parse(body);
  const key: api.AdminKey = {
    id: uuid(600 + state.adminKeys.length),
    name,
    role,
    created_at: new Date(now).toISOString(),
    last_used_at: null,
    revoked_at: null,
    expires_at,
  };
  state.adminKeys.unshift(key);
  return ok({ admin_key: key, secret: 'fma_Jr7vQm2sT4kLx9Zc1bNd8eWf6hYp3aGu' }, 201);
}

function revokeKey(state: FakeState, id: string) {
  const key = state.adminKeys.find((each) => each.id === id);
  if (!key) return notFound();
  key.revoked_at = new Date(now).toISOString();
  return ok({ admin_key: key });
}

function audit(state: FakeState, query: URLSearchParams) {
  const actor = query.get('actor')?.toLowerCase();
  const action = query.get('action');
  const subject = query.get('subject_id');
  const from = query.get('from') ?? day(10_000);
  const found = state.audit.filter(
    (entry) =>
      (!actor || entry.actor.name.toLowerCase().includes(actor)) &&
      (!action || entry.action === action) &&
      (!subject || entry.subject?.id === subject) &&
      entry.at >= from &&
      entry.at < (query.get('until') ?? '9999'),
  );
  const { items, meta } = pageOf(found, query);
  return ok({ entries: items, meta, actions: [...new Set(state.audit.map((entry) => entry.action))] });
}
