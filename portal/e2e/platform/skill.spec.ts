import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { portal } from '../support/build';
import { type Platform, startPlatform } from '../support/platform';

/** The statements of `skill.md`, checked against a platform or the OpenAPI document. */
const skill = readFileSync(path.join(portal, 'static/skill.md'), 'utf8');
const document = JSON.parse(readFileSync(path.join(portal, '../openapi.json'), 'utf8'));

test.describe.configure({ mode: 'default' });

let platform: Platform;
let token: string;

test.beforeAll(async () => {
  platform = await startPlatform();
  token = await platform.token();
});

test.afterAll(() => platform.stop());

type Body = Record<string, Record<string, unknown>[]> & {
  meta: { total_pages: number; current_page: number };
};

async function get(request: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${platform.address}/api/v2/${request}`, {
    headers: { Authorization: `Bearer ${token}`, ...headers },
    redirect: 'manual',
  });
  return { status: response.status, headers: response.headers, body: (await response.json()) as Body };
}

test('it starts with a name and a description, and is short', () => {
  expect(skill).toMatch(/^---\nname: [a-z-]+\ndescription: .{50,400}\n---\n\n# /);
  expect(skill.length).toBeLessThan(8000);
  expect(skill).not.toMatch(/%\w+%|Folkmoot/);
});

test('authentication', async () => {
  const response = await fetch(`${platform.address}/api/v2/authenticate`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ auth: platform.client }),
  });
  expect(response.status).toBe(201);
  const { jwt } = (await response.json()) as { jwt: string };
  const { iat, exp } = JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString());
  expect(exp - iat).toBe(24 * 60 * 60);
});

test('lists', async () => {
  const all = await get('ideas?page_size=100');
  expect(Object.keys(all.body)).toEqual(['ideas', 'meta']);
  expect(all.body.ideas).toHaveLength(24);
  expect((await get('ideas')).body.ideas).toHaveLength(12);
  expect(Object.keys(all.body.meta)).toEqual(['current_page', 'total_pages']);
  expect((await get('ideas?page_number=999')).body.ideas).toEqual([]);
  expect((await get('ideas?cursor=start&sort=created_at')).headers.get('link')).toContain('rel="next"');
  expect((await get('ideas?cursor=start&sort=-likes_count')).status).toBe(400);
  const stream = await fetch(`${platform.address}/api/v2/ideas?format=ndjson&sort=-likes_count`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  const lines = (await stream.text()).trim().split('\n');
  expect(lines).toHaveLength(Number(stream.headers.get('total-count')));
  const [idea] = all.body.ideas ?? [];
  expect(Object.keys((await get(`ideas/${idea?.id}`)).body)).toEqual(['idea']);
  expect(Object.keys((await get('project_folders')).body)[0]).toBe('folders');
  expect(Object.keys((await get('topics/deleted')).body)[0]).toBe('deleted_items');
  expect((await get('ideas?sort=title')).status).toBe(400);
  expect((await get('ideas?include=project')).status).toBe(400);
  expect((await get('ideas/deleted?sort=deleted_at')).status).toBe(400);
  const popular = await get('ideas?sort=-likes_count&fields=id,likes_count');
  expect(Object.keys(popular.body.ideas?.[0] ?? {})).toEqual(['id', 'likes_count']);
  const likes = (popular.body.ideas ?? []).map(({ likes_count }) => Number(likes_count));
  expect(likes).toEqual(likes.toSorted((one, other) => other - one));
  const some = (all.body.ideas ?? []).slice(0, 2).map(({ id }) => String(id));
  expect((await get(`ideas?ids=${some.join(',')}`)).body.ideas).toHaveLength(2);
  const nothing = await get('ideas?author_id=00000000-0000-4000-8000-000000000000');
  expect(nothing.body).toEqual({ ideas: [], meta: { current_page: 1, total_pages: 0 } });
  expect((await get('ideas?author_id=x')).status).toBe(400);
  expect((await get('ideas/')).status).toBe(200);
  const times = (all.body.ideas ?? []).map(({ created_at }) => String(created_at));
  expect(times).toEqual(times.toSorted().toReversed());
  const writing = Object.entries(document.paths).flatMap(([name, calls]) =>
    Object.keys(calls as object)
      .filter((method) => ['post', 'put', 'patch', 'delete'].includes(method))
      .map(() => name),
  );
  expect(writing.filter((name) => !/\/(files|authenticate)/.test(name))).toEqual([]);
});

test('dates', async () => {
  const applied = async (filter: string) =>
    (await get(`ideas?${filter}`)).headers.get('applied-filters')?.split('=')[1];
  expect(await applied('created_at=2024-31-12')).toBe('2024-12-31T00:00:00.000Z..2025-01-01T00:00:00.000Z');
  expect(await applied('created_at=2024-03-04')).toMatch(/^2024-04-03/);
  expect(await applied('updated_at=2024-12-31T10:00:00Z,')).toMatch(/^2024-12-31T10:00:00\.000Z\.\./);
  expect((await get('ideas?created_at=2024-12-31')).status).toBe(400);
  expect((await get('phases?start_at=2024-12-31,')).status).toBe(200);
  const { body } = await get('phases?page_size=1');
  expect(body.phases?.[0]?.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  expect(body.phases?.[0]?.start_at).toMatch(/^\d{4}-\d\d-\d\d$/);
});

test('texts', async () => {
  const titles = async (query: string, headers = {}) =>
    (await get(`topics?${query}`, headers)).body.topics?.map(({ title }) => title);
  expect(await titles('locale=nl')).toEqual(await titles('locale=NL-be'));
  expect(await titles('', { 'Accept-Language': 'nl-BE' })).toEqual(await titles(''));
  expect(await titles('locale=nl')).not.toEqual(await titles(''));
  const unknown = await get('topics?locale=xx');
  expect(unknown.status).toBe(400);
  expect(unknown.body.allowed_values).toContain('nl-BE');
});

test('records', async () => {
  for (const list of ['idea_topics', 'idea_phases', 'project_topics']) {
    expect((await get(`${list}?page_size=1`)).body[list]?.[0]).not.toHaveProperty('id');
    expect((await get(`${list}/deleted`)).status).toBe(404);
  }
  const surveys = (await get('ideas?type=survey')).body.meta.total_pages;
  const ideas = (await get('ideas?type=idea')).body.meta.total_pages;
  expect(Math.min(surveys, ideas)).toBeGreaterThan(0);
  const { schemas } = document.components;
  expect(Object.keys(schemas.File.properties)).not.toContain('project_id');
  expect(Object.keys(schemas.Project.properties)).not.toContain('area_ids');
  const { body } = await get('events?page_size=24');
  const points = (body.events ?? []).map(({ location_point }) => location_point).filter(Boolean);
  expect(points[0]).toMatch(/^POINT \(4\.\d+ 50\.\d+\)$/);
  expect((await get('ideas?topic_ids=00000000-0000-4000-8000-000000000000')).status).toBe(200);
});

test('files and errors', async () => {
  expect(document.components.schemas.FileUpload.properties.file.required).toEqual([
    'name',
    'project_id',
    'content',
  ]);
  const upload = await fetch(`${platform.address}/api/v2/files`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ file: { name: 'a.txt', content: 'aGVsbG8=' } }),
  });
  expect(upload.status).toBe(422);
  expect(skill).toContain(
    JSON.stringify(await upload.json())
      .replaceAll(':', ': ')
      .replaceAll(',', ', '),
  );
  const missing = await get('ideas/00000000-0000-4000-8000-000000000000');
  expect(missing.body.type).toMatch(/#record-not-found$/);
  expect(missing.headers.get('x-request-id')).toBe(missing.body.request_id);
});
