import { expect, test } from 'vitest';
import type { AdminKey } from '@/api/types';
import { isLastAdministratorKey } from './adminKeys';

const key = (id: string, values: Partial<AdminKey> = {}): AdminKey => ({
  id,
  name: id,
  role: 'administrator',
  created_at: '2026-01-01T00:00:00.000Z',
  last_used_at: null,
  revoked_at: null,
  expires_at: null,
  ...values,
});
const own = key('own');

test.each([
  ['without another key', own, [], true],
  ['beside an auditor', own, [key('auditor', { role: 'auditor' })], true],
  ['beside an expired key', own, [key('old', { expires_at: '2026-11-21' })], true],
  ['beside a revoked key', own, [key('old', { revoked_at: '2026-11-21T00:00:00.000Z' })], true],
  ['beside a key whose last day is today', own, [key('other', { expires_at: '2026-11-22' })], false],
  ['the key of an auditor', key('auditor', { role: 'auditor' }), [own], false],
])('the last key of an administrator: %s', (_, revoked, others, isLast) =>
  expect(isLastAdministratorKey(revoked, [revoked, ...others], '2026-11-22')).toBe(isLast),
);
