import type * as api from '../../src/api/types';
import { at, createClients, uuid } from './data';
import { notFound, type Operations, ok } from './operations';

const clients = createClients(6);

function createWebhook(number: number, url: string, values: Partial<api.Webhook>): api.Webhook {
  const client = clients[number % clients.length] as api.Client;
  return {
    webhook_id: uuid(9800 + number),
    client_id: client.id,
    client_name: client.name,
    url,
    events: null,
    projects: null,
    state: 'active',
    pause_reason: null,
    paused_at: null,
    failing_since: null,
    last_success_at: at(0.003 * (number + 1)),
    previous_secret_expires_at: null,
    waiting: 0,
    created_at: at(200 - number * 9),
    ...values,
  };
}

const paused = (pause_reason: api.WebhookPauseReason, daysAgo: number): Partial<api.Webhook> => ({
  state: 'paused',
  pause_reason,
  paused_at: at(daysAgo),
  last_success_at: at(daysAgo + 5),
});

/** A webhook of each state. */
export const createWebhooks = (): api.Webhook[] => [
  createWebhook(1, 'https://hooks.ashford.example/ideas?token=fjq83nd', {
    events: ['idea.*', 'comment.created'],
    projects: [uuid(8000), uuid(8001)],
  }),
  createWebhook(2, 'https://automation.example/webhook/5f3ac1', {
    events: ['idea.created', 'idea.updated', 'comment.*'],
    state: 'failing',
    failing_since: at(0.13),
    waiting: 14,
    previous_secret_expires_at: at(-0.9),
  }),
  createWebhook(3, 'https://planning.ashford.example/folkmoot', paused('requested', 3)),
  createWebhook(4, 'https://old.example/hook', paused('gone', 40)),
  createWebhook(5, 'https://archive.example/in', paused('failures', 1)),
  createWebhook(6, 'https://dashboard.example/changes', { last_success_at: null, created_at: at(0.01) }),
];

const failures: [number | null, string][] = [
  [500, 'the receiver responded with the status 500'],
  [null, 'no connection: Connection refused (os error 111)'],
  [null, 'no response within 15 seconds'],
];

/** Attempts, the newest first: the first ones failed. */
function createAttempts(): api.WebhookAttempt[] {
  const types = ['idea.updated', 'comment.created', 'idea.created', 'comment.updated'];
  return Array.from({ length: 34 }, (_, index) => {
    const [status, error] = failures[index] ?? [204, null];
    const type = types[index % types.length] as string;
    return {
      event_id: `msg_7c1b0a9e4d${String(index).padStart(22, '0')}`,
      type,
      resource: `${type.split('.')[0]}s`,
      record_id: uuid(3000 + index),
      attempted_at: at(0.001 + index * 0.011),
      duration_milliseconds: status ? 40 + index * 7 : index * 7500,
      status,
      error,
      next_attempt_at: error ? at(-0.02 * (index + 1)) : null,
    };
  });
}

/** What is read of webhooks. Changes are tested with the product's server. */
export const webhooks: Operations = (state, { method, path }) => {
  if (method !== 'GET' || !path.startsWith('/webhooks')) return undefined;
  if (path === '/webhooks') return ok({ webhooks: state.webhooks });
  const [, , id, part] = path.split('/');
  const webhook = state.webhooks.find((each) => each.webhook_id === id);
  if (!webhook) return notFound();
  return part ? ok({ deliveries: createAttempts() }) : ok({ webhook });
};
