import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { load } from 'cheerio';
import sidebars from '../sidebars';
import { createSearchEngine, type Match } from '../src/search/engine';
import { excerpt } from '../src/search/excerpt';
import keywords from '../src/search/keywords.json';
import { type Section, sectionsOf } from '../src/search/sections';
import queries from './search-queries.json';
import questions from './search-questions.json';

const sections: Section[] = JSON.parse(readFileSync(path.resolve(__dirname, '../build/search.json'), 'utf8'));
const search = createSearchEngine(sections);

/** Whether a result is the expected one: an operation such as `GET /api/v2/ideas`, or a path; `#*` is any section of a page. */
function isExpected({ url, operation }: Match, expected: string): boolean {
  return expected.endsWith('#*')
    ? url.startsWith(expected.slice(0, -1))
    : url === expected || (operation && `${operation.method} ${operation.path}`) === expected;
}

test('every query of the table finds its expected result first', () => {
  expect(queries.length).toBeGreaterThanOrEqual(60);
  const wrong = queries.flatMap(({ query, first }) => {
    const found = search(query)[0];
    return found && first.some((expected) => isExpected(found, expected))
      ? []
      : [`${query}: ${found?.url ?? 'nothing'} instead of ${first[0]}`];
  });
  expect(wrong).toEqual([]);
});

test('ordinary questions find their page first, and nearly always among the first three', () => {
  const positions = questions.map(({ query, first }) =>
    search(query).findIndex((match) => first.some((expected) => isExpected(match, expected))),
  );
  const within = (count: number) =>
    positions.filter((position) => position >= 0 && position < count).length / questions.length;
  expect(questions.length).toBeGreaterThanOrEqual(160);
  expect(within(1)).toBeGreaterThanOrEqual(0.95);
  expect(within(3)).toBeGreaterThanOrEqual(0.98);
});

test('the guides that a provider can hide are a group of the search', () => {
  const categories = sidebars.guides as { className?: string; items?: string[] }[];
  const hidden = categories
    .filter(({ className }) => className === 'operator-guides')
    .flatMap(({ items = [] }) => items.map((id) => `/${id}`));
  const pages = sections.filter(({ url, group }) => group === 'operators' && !url.includes('#'));
  expect(pages.map(({ url }) => url).toSorted()).toEqual(hidden.toSorted());
});

test('each section with words of readers exists', () => {
  const urls = new Set(sections.map(({ url }) => url));
  expect(Object.keys(keywords).filter((url) => !urls.has(url))).toEqual([]);
});

/** A built page with the given content. */
function page(url: string, title: string, html: string) {
  const content = load(`<main>${html}</main>`, null, false);
  return { path: url, file: '', title, description: '', content };
}

const operation = (heading: string) =>
  `<article data-section="listIdeas" data-request="GET /api/v2/ideas">${heading}` +
  '<ul><li><code>locale</code><span>string</span><div>The language</div></li></ul>' +
  '<h2 id="errors">Errors</h2><p><a>missing-token</a><a>invalid-token</a></p>' +
  '<details>nested</details><figure><pre>sample</pre></figure></article>';

test('words that only the layout separates are separate in the index, parts of words are not', () => {
  const html =
    '<p>Use <code>id</code>s: <b>un</b>likely<wbr>words</p><div>integer · default 0<div>How many</div></div>' +
    '<table><tr><td>a</td><td>b</td></tr></table>';
  expect(sectionsOf([page('/guides/x', 'X', html)], '/')[0]?.text).toBe(
    'Use ids: unlikelywords integer · default 0 How many a b',
  );
});

test('an operation is one section with its method and path, without samples and nested objects', () => {
  const expected = {
    title: 'List ideas',
    text: 'locale string The language Errors missing-token invalid-token',
    group: 'api',
    operation: { method: 'GET', path: '/api/v2/ideas' },
  };
  const single = page('/api', 'API reference', operation('<h3 id="listIdeas">List ideas</h3>'));
  expect(sectionsOf([single], '/').slice(1)).toMatchObject([{ ...expected, url: '/api#listIdeas' }]);
  const own = page('/api/ideas/list', 'List ideas', operation('<h1 id="listIdeas">List ideas</h1>'));
  expect(sectionsOf([single, own], '/').slice(1)).toMatchObject([{ ...expected, url: '/api/ideas/list' }]);
});

test('sections belong to a group by the path of their page, also in other locales', () => {
  const groups = {
    '/fr': 'guides',
    '/fr/api': 'api',
    '/fr/guides/reference-x': 'reference',
    '/fr/blog/x': 'blog',
  };
  for (const [url, group] of Object.entries(groups)) {
    expect(sectionsOf([page(url, 'X', '')], '/fr/')[0], url).toMatchObject({ group });
  }
});

test('samples of pages and posts are not in the index', () => {
  const samples = /^\/(?:markdown-page|blog\/(?:hello-world|hola|welcome))/;
  expect(sections.filter(({ url }) => samples.test(url))).toEqual([]);
});

test('each operation is in the index once', () => {
  const operations = sections.flatMap(({ operation }) =>
    operation ? [`${operation.method} ${operation.path}`] : [],
  );
  expect(operations.length).toBeGreaterThan(50);
  expect(new Set(operations).size).toBe(operations.length);
});

test('short words must match exactly, long ones may have a typo', () => {
  expect(search('idaes')).toEqual([]);
  expect(search('coments')[0]?.title).toMatch(/comment/i);
  expect(search('pagination').map(({ title }) => title)).not.toContain('Customise the portal');
});

test('an identifier is one word, with underscores or dashes, and its parts are words too', () => {
  const [whole, parts] = ['export-keep-days', 'Days to keep each export. Days, export, keep: all words.'];
  const pages = [
    page('/a', 'A', `<p>${parts} ${parts}</p>`),
    page('/b', 'B', `<p>Long text <code>${whole}</code></p>`),
  ];
  const searchPages = createSearchEngine(sectionsOf(pages, '/'));
  const urls = (query: string) => searchPages(query).map(({ url }) => url);
  expect(urls('export-keep-days')).toEqual(['/b']);
  expect(urls('--export-keep-days')).toEqual(['/b']);
  expect(urls('export keep days')).toEqual(['/a', '/b']);
  expect(urls('keep')).toContain('/b');
  const [found] = searchPages('export-keep-days');
  const shown = excerpt(found?.text ?? '', found?.words ?? []);
  expect(shown.filter(({ isMatch }) => isMatch).map(({ text }) => text)).toEqual(['export-keep-days']);
});

test('a method and a path find the operation, with ids written in any way', () => {
  const paths = [
    'GET /api/v2/ideas/{id}',
    'get ideas/:id',
    '/ideas/72337dc1-1b23-56d1-8820-52714cb94737?locale=en',
  ];
  for (const query of paths) {
    expect(search(query)[0]?.operation, query).toEqual({ method: 'GET', path: '/api/v2/ideas/{id}' });
  }
  expect(search('delete ideas').every(({ operation }) => operation?.method !== 'DELETE')).toBe(true);
  expect(search('get started')[0]?.operation).toBeUndefined();
});
