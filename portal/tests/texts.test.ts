import { expect, test } from '@playwright/test';
import { provider } from '../provider';
import { plainPath } from '../src/client/plainPath';
import { filterDates } from '../src/components/DateConverter/filterDates';
import remarkExamples from '../src/components/Example/remarkExamples';
import { formatOffset } from '../src/components/TimeZones/formatOffset';
import { pictureOf, twinOf } from '../src/machines/addresses';
import { fillIn } from '../src/provider/fillIn';
import { engineOver, words } from '../src/search/engine';
import { excerpt, pieces } from '../src/search/excerpt';
import { timeZones } from '../src/timezones/timeZones';

test('plain paths', () => {
  const paths = {
    '/': '/',
    '/index.html': '/',
    '/a.html': '/a',
    '/a/index.html': '/a',
    '/a/': '/a',
    '/a/b': '/a/b',
  };
  for (const [path, plain] of Object.entries(paths)) {
    expect(plainPath(path), path).toBe(plain);
  }
});

test('the provider fills texts in, and other signs of percent stay', () => {
  expect(fillIn('%product% at /guides/intro-%productSlug%, 50% of %20 %x%', provider)).toBe(
    'Folkmoot at /guides/intro-folkmoot, 50% of %20 %x%',
  );
});

test('filter dates', () => {
  expect(filterDates('2024-12-31', '2024-12-31').records).toBe('2024-31-12');
  expect(filterDates('', '2024-12-31')).toMatchObject({ records: ',2024-31-12', phases: ',2024-12-31' });
  expect(filterDates('2025-01-02', '2024-12-31').records).toBe('2024-31-12,2025-02-01');
  expect(filterDates('', '').records).toBe('');
  expect(filterDates('2025-02-01', '').meaning).toBe('From 1 February 2025 on');
});

test('offsets', () => {
  expect([0, 60, -210, 345].map(formatOffset)).toEqual(['+00:00', '+01:00', '−03:30', '+05:45']);
});

test('time zones know summer time on both halves of the Earth', () => {
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

test('twins and pictures have addresses of their own, in every locale', () => {
  expect([twinOf('/', '/'), twinOf('/a/b', '/'), twinOf('/fr/', '/fr/'), twinOf('/fr/a', '/fr/')]).toEqual([
    '/index.md',
    '/a/b.md',
    '/fr/index.md',
    '/fr/a.md',
  ]);
  expect(pictureOf('/a/b', '/')).toBe('/og/a/b.png');
});

test('words of identifiers count whole and in parts', () => {
  expect(words('The reactable_type, v2')).toEqual(['the', 'reactable_type', 'reactable', 'type', 'v2']);
});

test('what is asked for is marked, and cut out of its surroundings', () => {
  expect(pieces('List ideas', ['idea']).map(({ text, hit }) => [text, hit])).toEqual([
    ['List ', false],
    ['idea', true],
    ['s', false],
  ]);
  const long = `${'before '.repeat(30)}needle ${'after '.repeat(60)}`;
  const text = excerpt(long, ['needle'])
    .map((piece) => piece.text)
    .join('');
  expect(text).toMatch(/^… before .*needle after .* …$/);
  expect(text.length).toBeLessThan(170);
});

test('a search needs all words first, and is content with some', () => {
  const section = (title: string, text: string) => ({ address: `/${title}`, title, page: title, text });
  const search = engineOver([section('Ideas', 'list all of them'), section('Comments', 'list some')]);
  expect(search('ideas list').map(({ title }) => title)).toEqual(['Ideas']);
  expect(search('comments elsewhere').map(({ title }) => title)).toEqual(['Comments']);
  expect(search('idaes')[0]?.title).toBe('Ideas');
});

test('an example is given the source of what it contains, moved to the margin', () => {
  const value = '<Example>\n  <Steps>\n    <Step />\n  </Steps>\n</Example>';
  const child = {
    type: 'mdxJsxFlowElement',
    name: 'Steps',
    position: { start: { offset: 12 }, end: { offset: 43 } },
  };
  const example = { type: 'mdxJsxFlowElement', name: 'Example', attributes: [], children: [child] };
  remarkExamples()({ type: 'root', children: [example] }, { value });
  expect(example.attributes).toEqual([
    { type: 'mdxJsxAttribute', name: 'source', value: '<Steps>\n  <Step />\n</Steps>' },
  ]);
});
