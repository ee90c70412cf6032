import { expect, test } from 'vitest';
import type { Person } from '@/api/types';
import { receiptOf } from './receipt';

test('a receipt says what was done, and does not name the person', () => {
  const person: Person = {
    id: '7c1d3f52-41f6-4b5c-8c9a-52a0a2b4e017',
    email: 'amira.holt@example.org',
    first_name: 'Amira',
    last_name: 'Holt',
    created_at: '2024-03-02T18:21:09.004Z',
    match: 'exact',
    records: {},
  };
  const erasure = {
    dry_run: false,
    changed: { ideas: 3, comments: 0 },
    deleted: { users: 1 },
    exports: 2,
    released_on: '2026-11-23',
    warnings: ['Delete the backup of 1 November.'],
  };
  const erased = { erasure, person, withTexts: true, at: '2026-11-22T14:05:00.000Z' };
  const text = receiptOf(erased, { id: '1', name: 'Marta Lind', role: 'administrator', method: 'admin-key' });
  expect(text.split('\n')).toEqual([
    'Erasure of the account 7c1d3f52-41f6-4b5c-8c9a-52a0a2b4e017',
    expect.stringMatching(/^When: 22 Nov 2026, \d{2}:05:00 /),
    'By: Marta Lind',
    'Changed: 3 ideas',
    'Deleted: 1 user',
    'Texts of the person: blanked',
    'Stored exports: 2 exports deleted',
    'In the change feed from: 23 Nov 2026 (UTC)',
    'To do: Delete the backup of 1 November.',
  ]);
});
