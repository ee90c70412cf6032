// Reads the first page of every list, with the types that openapi-typescript generates.
import type { paths } from './generated/api.js';
import { lists } from './generated/lists.js';

declare const process: { env: Record<string, string | undefined> };

type Read<Query, Body> = {
  get: { parameters: { query?: Query }; responses: { 200: { content: { 'application/json': Body } } } };
};

/** The paths of lists of records: those with pages and a cursor. */
export type ListPath = {
  [P in keyof paths]: paths[P] extends Read<infer Query, { meta: unknown }>
    ? 'cursor' extends keyof Query
      ? P
      : never
    : never;
}[keyof paths];
/** A page of a list. */
export type Page<P extends ListPath> = paths[P] extends Read<unknown, infer Body> ? Body : never;
/** The key of the records of a list. */
export type RecordKey<P extends ListPath> = Exclude<keyof Page<P>, 'meta'>;
/** The query parameters of a list. */
export type Query<P extends ListPath> = paths[P] extends Read<infer Query, unknown> ? Query : never;

const required = (name: string): string => {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set`);
  return value;
};
const url = required('FOLKMOOT_URL');
const token = required('FOLKMOOT_TOKEN');

async function read<P extends ListPath>(
  path: P,
  query: Query<P>,
  inPath: Record<string, string> = {},
): Promise<Page<P>> {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => inPath[name] ?? '');
  const parameters = new URLSearchParams(query as Record<string, string>);
  const response = await fetch(`${url}${filled}?${parameters}`, { headers: { authorization: `Bearer ${token}` } });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Page<P>;
}

// A response without the parameter `fields` has every field; the types cannot express that.
const projects = await read('/api/v2/projects', { publication_status: 'published', page_size: 1, fields: ['id'] });
const project = projects.projects[0]?.id;
if (project === undefined) throw new Error('the platform has no project');

const ideas = await read('/api/v2/ideas', {
  created_at: '2020-31-12,',
  project_id: project,
  sort: '-likes_count',
  fields: ['id', 'title', 'budget', 'likes_count'],
});
for (const { id, title, budget, likes_count } of ideas.ideas) {
  const [text, amount, likes]: [string | undefined, number | null | undefined, number | undefined] = [
    title,
    budget,
    likes_count,
  ];
  if (!text || amount === undefined || likes === undefined) throw new Error(`idea ${id}`);
}

let records = 0;
for (const path of Object.keys(lists) as ListPath[]) {
  const page: Page<ListPath> = await read(path, { locale: 'en', page_size: 24, page_number: 1 }, { project_id: project });
  const found: unknown = page[lists[path] as keyof typeof page];
  const isFirst = 'current_page' in page.meta && page.meta.current_page === 1;
  if (!Array.isArray(found) || !isFirst) throw new Error(`${path} is not a page`);
  records += found.length;
}
console.log(`${Object.keys(lists).length} lists, ${records} records`);
