import { describe, expect, test } from 'vitest';
import { fileNameOf } from '@/api/download';
import { queryOf } from '@/api/request';
import { addFiles, fileError } from '@/features/data/files';
import { describeCounts } from '@/features/people/names';
import { filterSettings, groupSettings } from '@/features/settings/groups';
import { scaleOf } from '@/features/usage/scale';
import { addDays, formatBytes, formatDuration, formatRelative, inWords } from './format';

describe('formats', () => {
  test.each([
    [0, '0 B'],
    [999, '999 B'],
    [18_400, '18.4 kB'],
    [3_480_000_000, '3.5 GB'],
  ])('%s bytes', (bytes, text) => expect(formatBytes(bytes)).toBe(text));

  test.each([
    [59_000, '59 s'],
    [61_000, '1 min 1 s'],
    [86_399_000, '23 h 59 min'],
    [604_800_000, '7 d 0 h'],
    [-5, '0 s'],
  ])('%s ms', (duration, text) => expect(formatDuration(duration)).toBe(text));

  test.each([
    ['2026-11-22T11:00:00Z', '3 hours ago'],
    ['2026-11-22T13:59:40Z', 'just now'],
    ['2026-11-24T14:00:00Z', 'in 2 days'],
  ])('%s', (at, text) => expect(formatRelative(at, Date.parse('2026-11-22T14:00:00Z'))).toBe(text));

  test('days continue over months', () => expect(addDays('2026-12-31', 1)).toBe('2027-01-01'));
  test('names become words', () =>
    expect(['basket_ideas', 'admin-keys', 'ListIdeas', 'DownloadExport'].map(inWords)).toEqual([
      'Basket ideas',
      'Admin keys',
      'List ideas',
      'Download export',
    ]));
  test('counts of records leave out zeros', () => {
    expect(describeCounts({ ideas: 1, event_attendances: 2, volunteering_causes: 0 })).toBe(
      '1 idea, 2 event attendances',
    );
  });
});

describe('queries', () => {
  test('leave out empty values', () =>
    expect(queryOf({ a: 'x y', b: '', c: undefined, d: 2 })).toBe('?a=x+y&d=2'));
  test('file names come from the header', () => {
    expect(fileNameOf('attachment; filename="usage.csv"')).toBe('usage.csv');
    expect(fileNameOf('attachment; filename="../x"')).toBeUndefined();
    expect(fileNameOf(null)).toBeUndefined();
  });
});

describe('the scale of a chart', () => {
  test.each([
    [0, 1],
    [3, 3],
    [7, 8],
    [6790, 8000],
    [100, 100],
  ])('%s is below %s', (maximum, top) => expect(scaleOf(maximum).top).toBe(top));
});

describe('files of an import', () => {
  test.each([
    ['ideas.ndjson.gz', 5, undefined],
    ['platform.json', 5, undefined],
    ['ideas.csv', 5, /expected platform.json/],
    ['../ideas.ndjson', 5, /import format/],
    ['ideas.ndjson', 0, /empty/],
  ])('%s', (name, size, expected) => {
    const error = fileError({ name, size });
    if (expected) expect(error).toMatch(expected);
    else expect(error).toBeUndefined();
  });

  test('of the same name replace each other', () => {
    const files = addFiles(
      [
        { name: 'b', size: 1 },
        { name: 'a', size: 1 },
      ],
      [{ name: 'b', size: 2 }],
    );
    expect(files).toEqual([
      { name: 'a', size: 1 },
      { name: 'b', size: 2 },
    ]);
  });
});

describe('settings', () => {
  const setting = (name: string, group: string) =>
    ({ name, group, description: 'Maximum time', value: '5', source: 'default', is_secret: false }) as const;
  const settings = [setting('b-seconds', 'two'), setting('a', 'one'), setting('c', 'two')];
  test('are grouped in their order', () => {
    expect(groupSettings(settings).map(({ group, entries }) => [group, entries.length])).toEqual([
      ['two', 2],
      ['one', 1],
    ]);
  });
  test('are found by every word', () => {
    expect(filterSettings(settings, 'maximum SECONDS').map(({ name }) => name)).toEqual(['b-seconds']);
  });
});
