import type { Page } from '@playwright/test';

const field = (name: string, description: string) => ({ name, type: 'string', description });

/** Text of people that must be shown as text, and must not widen the page. */
export const hostileText = `<img src=x onerror="document.title='attacked'">, ${'long'.repeat(200)}`;

const columns = ['id', 'title', 'body'];

/** The rows of `ideas.csv`, with more than are shown. */
const ideas = [
  columns,
  ['1', hostileText, 'first\nsecond'],
  ...Array.from({ length: 20 }, (_, index) => [String(index + 2), `Idea ${index + 2}`, 'x'.repeat(5000)]),
];

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;

/** Files by name, in the form of an export. */
const files: Record<string, string> = {
  'ideas.csv': `\ufeff${ideas.map((row) => row.map(quoted).join()).join('\r\n')}\r\n`,
  'ideas.parquet': 'PAR1',
  'events.csv': '\ufeffid,title\r\n',
  'folkmoot.sqlite': 'SQLite format 3',
};

const dataPackage = {
  title: 'Zwenebeke',
  description: 'Records of Zwenebeke, exported at the access level public.',
  created: '2026-11-23T02:00:00Z',
  resources: Object.entries(files).map(([path, content]) => {
    const [table = '', format = ''] = path.split('.');
    return {
      path,
      format,
      mediatype: format === 'csv' ? 'text/csv' : 'application/octet-stream',
      bytes: content.length,
      hash: `sha256:${'0'.repeat(64)}`,
      description: hostileText,
      ...(format === 'csv' && { rows: table === 'ideas' ? 21 : 0 }),
      ...(format !== 'sqlite' && {
        title: table,
        schema: { fields: columns.map((name) => field(name, hostileText)) },
      }),
    };
  }),
};

const catalog = [
  {
    'http://purl.org/dc/terms/license': [{ '@id': 'https://creativecommons.org/licenses/by/4.0/' }],
    'http://purl.org/dc/terms/publisher': [{ '@id': '#publisher' }],
    'http://www.w3.org/2006/vcard/ns#hasEmail': [{ '@id': 'mailto:data@zwenebeke.example' }],
  },
  { '@id': '#publisher', 'http://xmlns.com/foaf/0.1/name': [{ '@value': 'Town of Zwenebeke' }] },
];

/** Lets the page find open data in which people wrote hostile texts. Returns the ranges that it requested. */
export async function publishOpenData(page: Page): Promise<(string | undefined)[]> {
  const ranges: (string | undefined)[] = [];
  await page.route('**/open-data/datapackage.json', (route) => route.fulfill({ json: dataPackage }));
  await page.route('**/catalog.jsonld', (route) => route.fulfill({ json: catalog }));
  await page.route('**/open-data/*.csv', (route) => {
    const { range } = route.request().headers();
    ranges.push(range);
    const name = new URL(route.request().url()).pathname.split('/').at(-1) ?? '';
    const body = Buffer.from(files[name] ?? '').subarray(0, Number(range?.split('-')[1] ?? Infinity) + 1);
    return route.fulfill({ status: 206, body });
  });
  return ranges;
}

/** The project of the feed of projects. */
export const feedProject = '7b0c8f2e-1a53-4e0f-9c57-0d4d2f6a9b11';

/** Lets the page find feeds of a platform in English and Dutch. */
export async function publishFeeds(page: Page): Promise<void> {
  await page.route('**/feeds/projects.json*', (route) => {
    const locale = new URL(route.request().url()).searchParams.get('locale') ?? 'en';
    const title = { en: 'A new park', nl: 'Een nieuw park' }[locale];
    if (!title) return route.fulfill({ status: 400, json: { allowed_values: ['en', 'nl-BE'] } });
    const items = [
      { id: `urn:uuid:${feedProject}`, title },
      { id: 'urn:uuid:11111111-1a53-4e0f-9c57-0d4d2f6a9b11', title: hostileText },
    ];
    return route.fulfill({ json: { version: 'https://jsonfeed.org/version/1.1', language: 'en', items } });
  });
}
