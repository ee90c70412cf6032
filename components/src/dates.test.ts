import { expect, test } from 'vitest';
import { dayParts, dayText, rangeText, time } from './dates';

const date = (text: string) => time(text) as Date;
const now = date('2026-05-01T00:00:00Z');
/** Intl separates with several kinds of white space. */
const spaced = (text: string) => text.replace(/\s/g, ' ');

test('what is not a time is ignored', () => {
  expect(time(null)).toBeUndefined();
  expect(time('soon')).toBeUndefined();
});

test('days are in the language of the page', () => {
  expect(dayText('nl-BE', date('2026-03-10T10:00:00Z'))).toBe('10 maart 2026');
  expect(dayParts('fr', 'Europe/Brussels', date('2026-10-01T16:00:00Z'))).toEqual({
    day: '1',
    month: 'oct.',
  });
});

test('a range names the day once, in the time zone of the city', () => {
  const [start, end] = [date('2026-10-01T16:00:00Z'), date('2026-10-01T17:30:00Z')];
  const range = (zone: string) => spaced(rangeText('en-GB', start, end, zone, now));
  expect(range('Europe/Brussels')).toMatch(/^Thu,? 1 October, 18:00–19:30$/);
  expect(range('Asia/Tokyo')).toMatch(/^Fri,? 2 October, 01:00–02:30$/);
});

test('a range of another year has the year', () => {
  const [start, end] = [date('2027-10-01T16:00:00Z'), date('2027-10-01T17:30:00Z')];
  expect(spaced(rangeText('en-GB', start, end, 'UTC', now))).toContain('2027');
});

test('an event without an end, or one that ends before it starts, has a start only', () => {
  const start = date('2026-10-01T16:00:00Z');
  for (const end of [undefined, start, date('2026-09-01T16:00:00Z')]) {
    expect(spaced(rangeText('en-GB', start, end, 'UTC', now))).toMatch(/^Thu,? 1 October(,| at) 16:00$/);
  }
});
