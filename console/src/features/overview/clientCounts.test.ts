import { expect, test } from 'vitest';
import type { OverviewRefusal, Warning } from '@/api/types';
import { expiringClients, LISTED_REFUSALS, refusedClients } from './clientCounts';

const refusalOf = (client_id: string): OverviewRefusal => ({
  client_id,
  name: client_id,
  reason: 'expired',
  resource: null,
  requests: 1,
  last_at: '2026-11-22T14:00:00Z',
});

test('a client that was refused for two reasons counts once', () => {
  const refusals = ['a', 'a', 'b'].map(refusalOf);
  expect(refusedClients({ refusals })).toEqual({ count: 2, isAtLeast: false });
});

test('there may be more refused clients if the server lists as many refusals as it can', () => {
  const refusals = Array.from({ length: LISTED_REFUSALS }, (_, index) => refusalOf(`${index % 4}`));
  expect(refusedClients({ refusals })).toEqual({ count: 4, isAtLeast: true });
});

test('there are more expiring clients if a warning names none', () => {
  const named: Warning = { code: 'client-expires', text: 'The client “A” expires.', client_id: 'a' };
  const others: Warning = { code: 'client-expires', text: '3 more clients expire within 7 days.' };
  const unused: Warning = { code: 'client-unused', text: 'Nobody has used the client.', client_id: 'b' };
  expect(expiringClients({ warnings: [named, unused] })).toEqual({ count: 1, isAtLeast: false });
  expect(expiringClients({ warnings: [named, others] })).toEqual({ count: 1, isAtLeast: true });
});
