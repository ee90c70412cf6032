import type * as api from '../../src/api/types';
import { administration } from './administration';
import { clients } from './clients';
import { content } from './content';
import { exports } from './exports';
import type { FakeState } from './state';
import { webhooks } from './webhooks';

export interface Call {
  method: string;
  path: string;
  query: URLSearchParams;
  body: string;
  cookie?: string;
  csrfToken?: string;
}

export interface Reply {
  status: number;
  json?: unknown;
  content?: string | Buffer;
  headers?: Record<string, string>;
}

/** The response of some operations; `undefined` if the call is of none of them. */
export type Operations = (state: FakeState, call: Call) => Reply | undefined;

export const ok = (json: api.Responses[keyof api.Responses], status = 200): Reply => ({ status, json });

export function problem(
  status: number,
  code: string,
  title: string,
  detail = '',
  parameterName?: string,
): Reply {
  const json: api.Problem = {
    type: `https://developers.ashford.example/guides/reference-problems#${code}`,
    title,
    status,
    detail,
    parameter_name: parameterName,
    request_id: '01JD8X9W4T',
  };
  return { status, json };
}

export const notFound = () => problem(404, 'record-not-found', 'Record not found', 'No record has this id.');

const OPEN = new Set(['GET /sign-in-methods', 'POST /session']);

export function respond(state: FakeState, call: Call): Reply {
  const isOpen = OPEN.has(`${call.method} ${call.path}`);
  if (!isOpen && !(call.cookie && state.sessions.has(call.cookie))) {
    return problem(401, 'admin-sign-in-required', 'Sign-in required', 'Sign in to use the admin API.');
  }
  const changes = call.method !== 'GET';
  if (!isOpen && changes && call.csrfToken !== state.csrfToken) {
    return problem(
      403,
      'invalid-csrf-token',
      'Invalid CSRF token',
      "'X-CSRF-Token' must be the token of the session.",
    );
  }
  const isOwn = call.path === '/session' || call.path === '/people/find';
  if (!isOpen && changes && !isOwn && state.role === 'auditor') {
    return problem(
      403,
      'administrator-required',
      'Administrator required',
      'Auditors cannot change anything.',
    );
  }
  for (const operations of [administration, clients, exports, webhooks, content]) {
    const reply = operations(state, call);
    if (reply) return reply;
  }
  return problem(
    404,
    'route-not-found',
    'Route not found',
    `The admin API has no ${call.method} ${call.path}.`,
  );
}

/** A page of a list. */
export function pageOf<T>(items: T[], query: URLSearchParams): { items: T[]; meta: api.Meta } {
  const page = Number(query.get('page_number') ?? 1);
  const size = Number(query.get('page_size') ?? 24);
  return {
    items: items.slice((page - 1) * size, page * size),
    meta: {
      current_page: page,
      total_pages: Math.max(1, Math.ceil(items.length / size)),
      total: items.length,
    },
  };
}
