import { execFileSync } from 'node:child_process';
import { expect, test } from '@playwright/test';
import { parse } from 'yaml';
import { blocksOf, titled } from '../support/guides';
import { type Platform, startPlatform } from '../support/platform';
import { python } from '../support/programs';
import { idsOf, importRecords, readAll } from '../support/records';
import { createWorkspace, missingPackages, type Workspace } from '../support/workspace';

const guide = 'guides/use-pipelines';
const absent = missingPackages('dlt', 'duckdb');

test.describe.configure({ mode: 'serial' });

let platform: Platform;
let workspace: Workspace;

test.beforeAll(async () => {
  platform = await startPlatform();
  workspace = createWorkspace(platform);
  workspace.write(guide, 'pipeline.py', 'query.py');
});

test.afterAll(async () => {
  await platform.stop();
  workspace.remove();
});

/** Queries the warehouse of the guide. */
function query<Row>(sql: string): Row[] {
  const program = `
import duckdb, json, sys
result = duckdb.connect("warehouse.duckdb", read_only=True).execute(sys.argv[1])
names = [column[0] for column in result.description]
print(json.dumps([dict(zip(names, row)) for row in result.fetchall()], default=str))`;
  const options = { cwd: workspace.directory, encoding: 'utf8' } as const;
  return JSON.parse(execFileSync(python, ['-c', program, sql], options));
}

const loaded = (table: string) =>
  query<{ id: string }>(`SELECT id FROM platform.${table}`)
    .map(({ id }) => id)
    .toSorted();

/** The SQL of a dbt model, with its references replaced by tables or by the models themselves. */
const model = (name: string): string =>
  titled(guide, `models/${name}`)
    .replace(/\{\{ source\('(\w+)', '(\w+)'\) \}\}/g, '$1.$2')
    .replace(/\{\{ ref\('(\w+)'\) \}\}/g, (_, other) => `(${model(`${other}.sql with dlt`)})`);

test('dlt loads every list, with every id once', async () => {
  test.skip(absent !== undefined, absent);
  await workspace.python('pipeline.py');
  for (const list of ['ideas', 'comments', 'event_attendances', 'users', 'email_campaign_deliveries']) {
    expect(loaded(list), list).toEqual(idsOf(await readAll(platform, list)));
  }
  expect(loaded('project_folders')).toEqual(idsOf(await readAll(platform, 'project_folders', 'folders')));
  const [{ rows } = { rows: 0 }] = query<{ rows: number }>(
    'SELECT count(*) AS rows FROM platform.idea_topics',
  );
  expect(rows).toBe((await readAll(platform, 'idea_topics')).length);
  expect(await workspace.python('query.py')).toContain('project_title');
});

test('a later run loads updates, applies deletions, and the models count the current records', async () => {
  test.skip(absent !== undefined, absent);
  const now = new Date().toISOString();
  const [topics, all] = [await readAll(platform, 'topics'), await readAll(platform, 'ideas')];
  const counters = ['comments_count', 'likes_count', 'dislikes_count', 'baskets_count'];
  const idea = all.find((record) => counters.every((counter) => record[counter] === 0));
  const other = all.find(({ id }) => id !== idea?.id);
  await importRecords(platform, workspace.directory, {
    topics: [{ id: topics[0]?.id, title: 'A new name', updated_at: now, _partial: true }],
    deleted_items: [{ id: idea?.id, type: 'Idea', deleted_at: now }],
  });

  await workspace.python('pipeline.py');
  expect(query(`SELECT title FROM platform.topics WHERE id = '${topics[0]?.id}'`)).toEqual([
    { title: 'A new name' },
  ]);
  expect(loaded('ideas')).not.toContain(idea?.id);
  expect(loaded('ideas')).toContain(other?.id);
  expect(query(model('current_ideas.sql with dlt'))).toHaveLength(loaded('ideas').length);

  const ideas = await readAll(platform, 'ideas');
  const published = ideas.filter(
    (record) => record.type === 'idea' && record.publication_status === 'published',
  );
  const rows = query<{ ideas: number }>(model('ideas_per_month.sql'));
  expect(rows.reduce((sum, row) => sum + row.ideas, 0)).toBe(published.length);
});

test('with Airbyte, the first model leaves deleted records out', () => {
  test.skip(absent !== undefined, absent);
  const [deleted, restored] = loaded('ideas');
  const tombstones = `(SELECT * FROM (VALUES ('${deleted}', now()), ('${restored}', TIMESTAMPTZ '2000-01-01')) AS rows (id, deleted_at))`;
  const sql = model('current_ideas.sql').replace('platform.ideas_deleted', tombstones);
  const current = query<{ id: string }>(sql).map(({ id }) => id);
  expect(current.toSorted()).toEqual(loaded('ideas').filter((id) => id !== deleted));
});

test('the YAML of the guide is valid', () => {
  for (const { language, code, title } of blocksOf(guide)) {
    if (language === 'yaml') expect(parse(code), title).toBeInstanceOf(Object);
  }
});
