import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { load } from 'cheerio';
import { provider } from '../provider';
import { canonicalPath } from '../src/client/canonicalPath';
import { filterDates } from '../src/components/DateConverter/filterDates';
import remarkExamples from '../src/components/Example/remarkExamples';
import { groupsOf } from '../src/components/Settings/groups';
import { termsIn } from '../src/components/TechnicalText/terms';
import { formatOffset } from '../src/components/TimeZones/formatOffset';
import { markdownOf } from '../src/machine-readable/markdown';
import { markdownUrl, previewImageUrl } from '../src/machine-readable/urls';
import { personalFields } from '../src/personal-data/personalFields';
import { replacePlaceholders } from '../src/provider/placeholders';
import { createSearchEngine } from '../src/search/engine';
import { excerpt, segments } from '../src/search/excerpt';
import { tokenize } from '../src/search/words';
import { timeZones } from '../src/timezones/timeZones';

test('canonical paths have no index.html, .html or trailing slash', () => {
  const paths = {
    '/': '/',
    '/index.html': '/',
    '/a.html': '/a',
    '/a/index.html': '/a',
    '/a/': '/a',
    '/a/b': '/a/b',
  };
  for (const [path, plain] of Object.entries(paths)) {
    expect(canonicalPath(path), path).toBe(plain);
  }
});

test('placeholders of the provider are replaced, other percent signs are not', () => {
  expect(replacePlaceholders('%product% at /guides/intro-%productSlug%, 50% of %20 %x%', provider)).toBe(
    'Folkmoot at /guides/intro-folkmoot, 50% of %20 %x%',
  );
});

test('the date converter formats filters for records and phases', () => {
  expect(filterDates('2024-12-31', '2024-12-31').records).toBe('2024-31-12');
  expect(filterDates('', '2024-12-31')).toMatchObject({ records: ',2024-31-12', phases: ',2024-12-31' });
  expect(filterDates('2025-01-02', '2024-12-31').records).toBe('2024-31-12,2025-02-01');
  expect(filterDates('', '').records).toBe('');
  expect(filterDates('2025-02-01', '').meaning).toBe('From 1 February 2025');
});

test('time zone offsets have a sign, hours and minutes', () => {
  expect([0, 60, -210, 345].map(formatOffset)).toEqual(['+00:00', '+01:00', '−03:30', '+05:45']);
});

test('time zones have summer time in both hemispheres', () => {
  const zones = new Map(timeZones(2025).zones.map((zone) => [zone.name, zone]));
  expect(zones.get('Europe/Brussels')).toMatchObject({
    standard: 60,
    daylight: 120,
    changes: ['2025-03-30', '2025-10-26'],
  });
  expect(zones.get('Australia/Sydney')).toMatchObject({ standard: 600, daylight: 660 });
  expect(zones.get('Asia/Tokyo')).toMatchObject({ standard: 540, changes: [] });
  expect(zones.get('Asia/Tokyo')).not.toHaveProperty('daylight');
  expect(zones.get('Asia/Tokyo')?.countries).toContain('Japan');
});

test('Markdown copies and preview images have URLs in every locale', () => {
  expect([
    markdownUrl('/', '/'),
    markdownUrl('/a/b', '/'),
    markdownUrl('/fr/', '/fr/'),
    markdownUrl('/fr/a', '/fr/'),
  ]).toEqual(['/index.md', '/a/b.md', '/fr/index.md', '/fr/a.md']);
  expect(previewImageUrl('/a/b', '/')).toBe('/og/a/b.png');
});

test('identifiers are indexed as a whole and in parts', () => {
  expect(tokenize('The reactable_type, v2')).toEqual(['the', 'reactable_type', 'reactable', 'type', 'v2']);
});

test('search excerpts start near the match and mark it', () => {
  expect(segments('List ideas', ['idea']).map(({ text, isMatch }) => [text, isMatch])).toEqual([
    ['List ', false],
    ['idea', true],
    ['s', false],
  ]);
  const long = `${'before '.repeat(30)}needle ${'after '.repeat(60)}`;
  const text = excerpt(long, ['needle'])
    .map((segment) => segment.text)
    .join('');
  expect(text).toMatch(/^… before .*needle after .* …$/);
  expect(text.length).toBeLessThan(170);
});

test('the search prefers sections with all words and falls back to some', () => {
  const section = (title: string, text: string) => ({
    url: `/${title}`,
    title,
    page: title,
    text,
    group: 'guides' as const,
    weight: 1,
  });
  const search = createSearchEngine([section('Ideas', 'list all of them'), section('Comments', 'list some')]);
  expect(search('ideas list').map(({ title }) => title)).toEqual(['Ideas']);
  expect(search('comments elsewhere').map(({ title }) => title)).toEqual(['Comments']);
  expect(search('coments')[0]?.title).toBe('Comments');
});

test('an example gets a code block with the outdented source of its children', () => {
  const value = '<Example>\n  <Steps>\n    <Step />\n  </Steps>\n</Example>';
  const child = {
    type: 'mdxJsxFlowElement',
    name: 'Steps',
    position: { start: { offset: 12 }, end: { offset: 43 } },
  };
  const example = { type: 'mdxJsxFlowElement', name: 'Example', attributes: [], children: [child] };
  remarkExamples()({ type: 'root', children: [example] }, { value });
  expect(example.children).toEqual([
    { type: 'mdxJsxFlowElement', name: 'div', attributes: [], children: [child] },
    { type: 'code', lang: 'jsx', value: '<Steps>\n  <Step />\n</Steps>' },
  ]);
});

test('Markdown copies contain enum values with their meanings, and code with its language', () => {
  const content = load(
    '<main><ul><li><code>spring</code><span> — Leaves <em>appear</em>.</span></li><li><code>winter</code></li></ul>' +
      '<pre class="language-json"><code>{<span class="hl-property">"a"</span>: 1}</code></pre></main>',
    null,
    false,
  );
  const page = { path: '/api', file: '', title: 'API reference', description: 'Everything.', content };
  expect(markdownOf(page)).toBe(
    '# API reference\n\n> Everything.\n\n-   `spring` — Leaves *appear*.\n-   `winter`\n\n```json\n{"a": 1}\n```\n',
  );
});

test('the fields with personal data are those that the OpenAPI document marks', () => {
  const document = JSON.parse(readFileSync(path.join(__dirname, '../../openapi.json'), 'utf8'));
  const list = personalFields(document);
  const marks = JSON.stringify(document).split('"x-personal-data":true').length - 1;
  expect(list.flatMap(({ fields }) => fields)).toHaveLength(marks);
  expect(list[0]?.record).toBe('User');
  expect(list.map(({ record }) => record)).toContain('Email campaign delivery');
  expect(personalFields({})).toEqual([]);
});

test('texts are split into code and prose', () => {
  const text = 'Send Accept: application/json to GET /api/v2/ideas/{id}, or omit page_size in `a b`.';
  expect(
    termsIn(text)
      .filter(({ isCode }) => isCode)
      .map((term) => term.text),
  ).toEqual(['Accept: application/json', 'GET /api/v2/ideas/{id}', 'page_size', 'a b']);
  expect(
    termsIn(text)
      .map((term) => term.text)
      .join(''),
  ).toBe(text.replaceAll('`', ''));
});

test('settings are grouped by subject in the order of their first settings', () => {
  const setting = (name: string, group?: string) => ({
    name,
    flag: `--${name}`,
    environment: '',
    key: name,
    doc: '',
    ...(group && { group }),
  });
  const groups = groupsOf([setting('a', 'Log'), setting('b', 'File storage'), setting('c', 'Log')]);
  expect(groups.map(({ id, title, settings }) => [id, title, settings.map(({ name }) => name)])).toEqual([
    ['log-settings', 'Log', ['a', 'c']],
    ['file-storage-settings', 'File storage', ['b']],
  ]);
  expect(groupsOf([setting('a'), setting('b')])).toMatchObject([
    { settings: [{ name: 'a' }, { name: 'b' }] },
  ]);
});
