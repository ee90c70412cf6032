import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { blocksOf, titled } from '../support/guides';
import { type Platform, startPlatform } from '../support/platform';
import { python } from '../support/programs';
import { idsOf, readAll } from '../support/records';
import { createWorkspace, missingPackages, type Workspace } from '../support/workspace';

const guide = 'guides/use-downloads';

test.describe.configure({ mode: 'serial' });

let platform: Platform;
let workspace: Workspace;

test.beforeAll(async () => {
  platform = await startPlatform();
  workspace = createWorkspace(platform);
  workspace.write(guide, 'with_pandas.py', 'with_polars.py', 'resume.sh', 'likes.sql', 'to_parquet.sql');
  workspace.write(guide, 'download_export.py');
  workspace.write('guides/use-lists', 'walk.py');
});

test.afterAll(async () => {
  await platform.stop();
  workspace.remove();
});

const run = async (title: string) =>
  workspace.shell(platform.filledIn(titled(guide, title)), { TOKEN: await platform.token() });

const downloaded = () => workspace.read('ideas.ndjson').split('\n').filter(Boolean);

test('a download as NDJSON contains the records of all pages', async () => {
  await run('All ideas as NDJSON');
  const lines = downloaded().map((line) => JSON.parse(line));
  expect(lines).toEqual(await readAll(platform, 'ideas'));
});

test('a download is resumed after an incomplete line', async () => {
  const file = path.join(workspace.directory, 'ideas.ndjson');
  const complete = readFileSync(file, 'utf8');
  for (const length of [complete.length / 2, complete.indexOf('\n') + 1]) {
    writeFileSync(file, complete.slice(0, length));
    await run('resume.sh');
    expect(workspace.read('ideas.ndjson')).toBe(complete);
  }
});

test('a download as CSV has the chosen columns, and pandas reads both files', async () => {
  await run('Titles and likes of all ideas as CSV');
  expect(workspace.read('ideas.csv')).toMatch(/^\uFEFFid,title,likes_count,project_title,created_at\r\n/);

  const absent = missingPackages('pandas');
  test.skip(absent !== undefined, absent);
  const output = await workspace.python('with_pandas.py');
  expect(output).toContain(`${downloaded().length} ideas and survey responses`);
});

test('polars reads records with fields that are null at first', async () => {
  const absent = missingPackages('polars');
  test.skip(absent !== undefined, absent);
  const lines = downloaded().map((line) => JSON.parse(line));
  const first = Array.from({ length: 100 }, () => ({ ...lines[0], budget: null }));
  const records = [...first, ...lines.map((line) => ({ ...line, budget: 5 }))];
  writeFileSync(
    path.join(workspace.directory, 'ideas.ndjson'),
    records.map((record) => `${JSON.stringify(record)}\n`).join(''),
  );
  expect(await workspace.python('with_polars.py')).toContain('likes_count');
  writeFileSync(
    path.join(workspace.directory, 'ideas.ndjson'),
    lines.map((record) => `${JSON.stringify(record)}\n`).join(''),
  );
});

test('the program for exports says that there is none yet', async () => {
  const token = await platform.token();
  await expect(workspace.shell('python3 download_export.py', { TOKEN: token })).rejects.toThrow(
    'No export exists yet.',
  );
});

test('DuckDB reads the files', async () => {
  const absent = missingPackages('duckdb');
  test.skip(absent !== undefined, absent);
  writeFileSync(
    path.join(workspace.directory, 'queries.py'),
    `
import duckdb
print(len(duckdb.sql(open("likes.sql").read()).fetchall()))
duckdb.sql(open("to_parquet.sql").read())
print(sorted(id for (id,) in duckdb.sql("SELECT CAST(id AS VARCHAR) FROM 'ideas.parquet'").fetchall()))`,
  );
  const [rows, ids = ''] = (await workspace.python('queries.py')).trim().split('\n');
  expect(Number(rows)).toBe(5);
  const ideas = (await readAll(platform, 'ideas')).filter(({ type }) => type === 'idea');
  expect(JSON.parse(ids.replaceAll("'", '"'))).toEqual(idsOf(ideas));
});

test('a walk with a cursor reads all pages', async () => {
  const variables = { TOKEN: await platform.token(), PYTHON: python };
  const output = await workspace.shell('"$PYTHON" walk.py', variables);
  expect(output.trim()).toBe(`${(await readAll(platform, 'ideas')).length} ideas`);
});

test('each code block of the guide has a title, by which these tests find it', () => {
  expect(blocksOf(guide).filter(({ title }) => !title)).toEqual([]);
});
