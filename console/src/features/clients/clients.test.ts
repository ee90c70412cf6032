import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { expiryError, lastDay } from '@/components/expiry';
import { apiUrlOf } from './apiUrl';
import { describeTreatments, formatValue, previewRows } from './previewRows';
import { assistantSample, curlSample, envFile, rSample } from './samples';

describe('expiry', () => {
  test.each([
    ['2026-11-22', 366, undefined],
    ['2027-11-23', 366, undefined],
    ['2027-11-24', 366, /at most 366 days, until 23 Nov 2027/],
    ['2026-11-21', 366, /has passed/],
    ['2099-01-01', 0, undefined],
    [null, 0, undefined],
    [null, 30, /at most 30 days/],
    ['', 30, /complete date/],
  ])('%s with a maximum of %s days', (expiry, maximum, expected) => {
    const error = expiryError(expiry, maximum, '2026-11-22');
    if (expected) expect(error).toMatch(expected);
    else expect(error).toBeUndefined();
  });

  test('a policy of 0 days sets no last day', () => expect(lastDay(0, '2026-11-22')).toBeUndefined());
});

describe('the preview of a record', () => {
  const rows = previewRows({
    record: { id: '1', author_id: 'p', email: null, body: { en: 'Text' }, created_at: '2026' },
    full_record: {
      id: '1',
      author_id: 'a',
      email: 'a@example.org',
      body: { en: 'Text' },
      created_at: '2026',
    },
    fields: [
      { field: 'author_id', treatment: 'pseudonym' },
      { field: 'email', treatment: 'withheld' },
      { field: 'created_at', treatment: 'truncated-to-day' },
    ],
  });

  test('has the full value of fields that the level changes, and of no others', () => {
    expect(rows).toEqual([
      { field: 'id', treatment: 'shown', value: '1' },
      { field: 'author_id', treatment: 'pseudonym', value: 'p', fullValue: 'a' },
      { field: 'email', treatment: 'withheld', value: 'null', fullValue: 'a@example.org' },
      { field: 'body', treatment: 'shown', value: '{"en":"Text"}' },
      { field: 'created_at', treatment: 'shown', value: '2026' },
    ]);
  });

  test('counts what is shown, replaced and withheld', () => {
    expect(describeTreatments(rows)).toBe('5 fields: 3 shown, 1 replaced, 1 withheld');
  });

  test('shortens long values', () => expect(formatValue('x'.repeat(500))).toHaveLength(161));
  test('shows empty text as quotes', () => expect(formatValue('')).toBe('""'));
});

describe('the URL of the API', () => {
  const setting = (name: string, value: string | null) =>
    ({ name, value, group: '', description: '', source: 'flag', is_secret: false }) as const;
  test.each([
    [[], 'https://here.example'],
    [[setting('public-url', 'https://api.example/')], 'https://api.example'],
    [[setting('admin-listen', '127.0.0.1:9000')], 'https://platform.example'],
  ])('%j', (settings, url) => {
    expect(apiUrlOf(settings, 'https://here.example', 'https://platform.example')).toBe(url);
  });
});

describe('samples', () => {
  test('contain the credentials', () => {
    expect(envFile('https://a.example', 'id', 's')).toBe(
      'FOLKMOOT_URL=https://a.example\nFOLKMOOT_CLIENT_ID=id\nFOLKMOOT_CLIENT_SECRET=s\n',
    );
    expect(curlSample('https://a.example', 'id', 's', 'ideas')).toContain(
      '"client_id":"id","client_secret":"s"',
    );
  });

  test('configure an assistant', () => {
    expect(JSON.parse(assistantSample('http://platform.example:8080'))).toEqual({
      mcpServers: {
        'platform-example': {
          type: 'http',
          url: 'http://platform.example:8080/mcp',
          headers: { Authorization: 'Bearer YOUR_TOKEN' },
        },
      },
    });
  });
});

test('the script for R is the one of the guide', () => {
  const guide = readFileSync('../portal/docs/guides/use-analysis-tools.mdx', 'utf8');
  const script = rSample('%apiUrl%', 'ideas');
  const [functions, call] = script.split(/\n\n(?=ideas <- )/);
  expect(guide).toContain(functions);
  expect(guide).toContain(call?.slice(0, -1));
});
