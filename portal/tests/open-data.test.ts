import { expect, test } from '@playwright/test';
import { feedUrl, subscriptionUrl } from '../src/components/Feeds/feedUrl';
import { formatBytes, formatRows, formatWait } from '../src/components/OpenData/amounts';
import { catalogTerms } from '../src/components/OpenData/catalogTerms';
import { csvRows } from '../src/components/OpenData/csv';
import { fileUrl, tablesOf } from '../src/components/OpenData/dataPackage';

const rows = (text: string, isCut = false) => [...csvRows(text, isCut)];

test('CSV is read as RFC 4180 defines it', () => {
  expect(rows('id,title\r\n1,"a, ""b""\r\nc"\r\n2,\r\n')).toEqual([
    ['id', 'title'],
    ['1', 'a, "b"\r\nc'],
    ['2', ''],
  ]);
  expect(rows('a,b\n1,2')).toEqual([
    ['a', 'b'],
    ['1', '2'],
  ]);
  expect(rows('a,b\n,""\n,')).toEqual([
    ['a', 'b'],
    ['', ''],
    ['', ''],
  ]);
  expect(rows('height\n5\' 7"\n')).toEqual([['height'], ['5\' 7"']]);
  expect(rows('')).toEqual([]);
});

test('a row that is cut off is left out', () => {
  for (const end of ['2', '2,', '2,x', '2,"x', '2,"x"', '2,"x\r\n3,y\r\n']) {
    expect(rows(`1,a\r\n${end}`, true), end).toEqual([['1', 'a']]);
  }
  expect(rows('1,a\r\n2,b\r\n', true)).toEqual([
    ['1', 'a'],
    ['2', 'b'],
  ]);
});

test('a quote that is never closed does not take long', () => {
  const started = performance.now();
  expect(rows(`a\n"${'x""'.repeat(100_000)}`, true)).toEqual([['a']]);
  expect(performance.now() - started).toBeLessThan(1000);
});

test('files are grouped by resource, and described by a file with rows', () => {
  const file = (path: string) => {
    const [title = '', format = ''] = path.split('.');
    const own = format !== 'sqlite' && { title: title.replace('_', ' '), schema: { fields: [] } };
    return { path, format, mediatype: '', bytes: 1, hash: '', description: '', ...own };
  };
  const counted = (path: string) => ({ ...file(path), rows: 3 });
  const resources = [
    file('ideas.parquet'),
    counted('basket_ideas.csv'),
    counted('ideas.csv'),
    file('folkmoot.sqlite'),
  ];
  const tables = tablesOf({ title: '', description: '', created: '', resources });
  expect(tables.map(({ described, files }) => [described.path, files.length])).toEqual([
    ['ideas.csv', 2],
    ['basket_ideas.csv', 1],
  ]);
});

test('URLs of files and feeds contain only what was chosen', () => {
  expect(fileUrl('https://city.example', { path: 'a b.csv' })).toBe(
    'https://city.example/open-data/a%20b.csv',
  );
  const url = (project: string, locale: string) =>
    feedUrl('https://city.example', 'events.ics', { project, locale });
  expect(url('', '')).toBe('https://city.example/feeds/events.ics');
  expect(url('7b1', 'nl-BE')).toBe('https://city.example/feeds/events.ics?project_id=7b1&locale=nl-BE');
  expect(url('', 'a&b')).toBe('https://city.example/feeds/events.ics?locale=a%26b');
  expect(subscriptionUrl(url('7b1', ''))).toBe('webcal://city.example/feeds/events.ics?project_id=7b1');
});

const dct = 'http://purl.org/dc/terms/';
const vcard = 'http://www.w3.org/2006/vcard/ns#';

test('the terms are found in the catalogue, also in several parts of a node', () => {
  const licence = 'https://creativecommons.org/licenses/by/4.0/';
  const catalog = [
    { '@id': '#catalog', [`${dct}title`]: [{ '@value': 'Data' }] },
    { '@id': '#publisher', 'http://xmlns.com/foaf/0.1/name': [{ '@value': 'Town' }] },
    {
      '@id': '#catalog',
      [`${dct}license`]: [{ '@id': licence }],
      [`${dct}publisher`]: [{ '@id': '#publisher' }],
    },
    { '@id': '#contact', [`${vcard}hasEmail`]: [{ '@id': 'mailto:data@town.example' }] },
  ];
  expect(catalogTerms(catalog as never)).toEqual({
    licence,
    publisher: 'Town',
    contact: 'mailto:data@town.example',
  });
});

test('terms that are missing or no URLs are left out', () => {
  const script = ['javascript', 'alert(1)'].join(':');
  const hostile = [{ [`${dct}license`]: [{ '@id': script }], [`${vcard}hasURL`]: [{ '@id': script }] }];
  for (const catalog of [[], hostile]) {
    expect(catalogTerms(catalog as never)).toEqual({
      licence: undefined,
      publisher: undefined,
      contact: undefined,
    });
  }
});

test('amounts are readable', () => {
  expect([0, 999, 1500, 2_400_000, 3e12].map(formatBytes)).toEqual([
    '0 bytes',
    '999 bytes',
    '1.5 kB',
    '2.4 MB',
    '3 TB',
  ]);
  expect([0, 1, 4200].map(formatRows)).toEqual(['0 rows', '1 row', '4,200 rows']);
  expect([0, 30, 300].map(formatWait)).toEqual(['later', 'in 1 minute', 'in 5 minutes']);
});
