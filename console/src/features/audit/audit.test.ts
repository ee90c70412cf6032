import { afterEach, expect, test } from 'vitest';
import type { AuditEntry } from '@/api/types';
import { actionName, changesOf, describeValue, messageOf, wordsOf } from './describe';
import { inTimestamps } from './period';

const zone = process.env.TZ;
afterEach(() => {
  process.env.TZ = zone;
});

test.each([
  ['Pacific/Auckland', '2026-11-28T11:00:00.000Z', '2026-11-29T11:00:00.000Z'],
  ['Europe/Brussels', '2026-11-28T23:00:00.000Z', '2026-11-29T23:00:00.000Z'],
  ['UTC', '2026-11-29T00:00:00.000Z', '2026-11-30T00:00:00.000Z'],
])('a day of the filters is a day in %s', (name, from, until) => {
  process.env.TZ = name;
  expect(inTimestamps({ actor: 'root', from: '2026-11-29', until: '2026-11-29' })).toEqual({
    actor: 'root',
    from,
    until,
  });
});

test('a day on which the clock changes has 23 hours', () => {
  process.env.TZ = 'Europe/Brussels';
  const { from, until } = inTimestamps({ from: '2026-03-29', until: '2026-03-29' });
  expect(Date.parse(until ?? '') - Date.parse(from ?? '')).toBe(23 * 3_600_000);
});

test('filters without days, or with something else, remain', () => {
  expect(inTimestamps({ action: 'clients.create' })).toEqual({ action: 'clients.create' });
  expect(inTimestamps({ from: 'yesterday' }).from).toBe('yesterday');
});

const entry = (action: string, changes: AuditEntry['changes'] = []) => ({ action, changes });

test.each([
  [entry('clients.create'), 'clients.create'],
  [entry('people.erase'), 'people.erase'],
  [entry('people.erase', [{ field: 'dry_run', from: null, to: true }]), 'people.erase-dry-run'],
  [entry('access.update', [{ field: 'enabled', from: true, to: false }]), 'access.turn-off'],
])('%o has a message', (action, message) => expect(messageOf(action)).toBe(message));

test('an action without a message becomes words', () =>
  expect(wordsOf('something.new_thing')).toBe('something: new thing'));

test('an action of the filter begins with a capital', () =>
  expect(actionName('admin-keys.revoke')).toBe('Revoked the admin key'));

test('changes leave out what was not there, and what the sentence says', () => {
  const changes = [
    { field: 'expires_at', from: null, to: '2027-01-15' },
    { field: 'access', from: 'full', to: 'public' },
    { field: 'dry_run', from: null, to: true },
    { field: 'enabled', from: false, to: true },
    { field: 'users', from: null, to: null },
    { field: 'mcp', from: false, to: true },
  ];
  expect(changesOf(changes)).toEqual([
    { field: 'expires_at', label: 'Last day', to: '15 Jan 2027' },
    { field: 'access', label: 'Access level', from: 'full', to: 'public' },
    { field: 'users', label: 'Users' },
    { field: 'mcp', label: 'Use by assistants', from: 'no', to: 'yes' },
  ]);
});

test('values are texts', () => {
  process.env.TZ = 'UTC';
  const values = [['ideas', 'users'], true, false, { a: 1 }, '2026-11-28T15:37:15.408Z', '2026-11-28', 'x'];
  expect(values.map(describeValue)).toEqual([
    'ideas, users',
    'yes',
    'no',
    '{"a":1}',
    '28 Nov 2026, 15:37',
    '28 Nov 2026',
    'x',
  ]);
});
