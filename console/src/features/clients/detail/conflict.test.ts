import { describe, expect, test } from 'vitest';
import type { NewClient } from '@/api/types';
import { changedFields, conflictsOf, rebase } from './conflict';

const before: NewClient = { name: 'Study', access: 'full', resources: null, expires_at: '2027-01-31' };

describe('an edit of two administrators', () => {
  const edited: NewClient = { ...before, access: 'pseudonymous' };

  test('sends only the fields that were changed', () => {
    expect(changedFields(before, edited)).toEqual({ access: 'pseudonymous' });
    expect(changedFields(before, { ...before })).toEqual({});
    expect(changedFields(before, { ...before, resources: ['ideas'] })).toEqual({ resources: ['ideas'] });
  });

  test('names what the other administrator changed', () => {
    const now: NewClient = { ...before, expires_at: null };
    expect(conflictsOf(before, edited, now)).toEqual([
      { field: 'expires_at', label: 'Last day', before: '31 Jan 2027', now: 'None' },
    ]);
  });

  test('shows the own value beside the other one if both changed the same field', () => {
    const now: NewClient = { ...before, access: 'public' };
    expect(conflictsOf(before, edited, now)).toEqual([
      { field: 'access', label: 'Access level', before: 'Full', now: 'Public', edited: 'Pseudonymous' },
    ]);
  });

  test('names that the other administrator permitted assistants', () => {
    const [theirs, mine] = [
      { ...before, mcp: true },
      { ...before, mcp: false },
    ];
    expect(conflictsOf(mine, mine, theirs)).toEqual([
      { field: 'mcp', label: 'Use by assistants', before: 'Not permitted', now: 'Permitted, over MCP' },
    ]);
    expect(changedFields(mine, theirs)).toEqual({ mcp: true });
  });

  test('values that both entered do not conflict', () => {
    expect(conflictsOf(before, edited, { ...edited })[0]).not.toHaveProperty('edited');
  });

  test('retains the fields of the other administrator that this one did not change', () => {
    const now: NewClient = { ...before, name: 'Turnout study', access: 'public' };
    expect(rebase(before, edited, now)).toEqual({ ...now, access: 'pseudonymous' });
  });
});
