import { expect, test } from 'vitest';
import { addMonths, renewalsOf } from './renewal';

test.each([
  ['2026-11-22', 3, '2027-02-22'],
  ['2026-11-30', 3, '2027-02-28'],
  ['2027-11-30', 3, '2028-02-29'],
  ['2026-08-31', 6, '2027-02-28'],
  ['2026-12-31', 12, '2027-12-31'],
])('%s and %d months', (day, months, expected) => expect(addMonths(day, months)).toBe(expected));

test('renewals are within the maximum of the policy', () => {
  const monthsOf = (maxDays: number) => renewalsOf(maxDays, '2026-11-22').map(({ months }) => months);
  expect(monthsOf(0)).toEqual([3, 6, 12]);
  expect(monthsOf(366)).toEqual([3, 6, 12]);
  expect(monthsOf(364)).toEqual([3, 6]);
  expect(monthsOf(30)).toEqual([]);
});
