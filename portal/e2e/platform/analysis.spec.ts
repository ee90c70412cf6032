import { expect, test } from '@playwright/test';
import { titled } from '../support/guides';
import { type Platform, startPlatform } from '../support/platform';
import { missing, runProgram } from '../support/programs';
import { createWorkspace, missingPackages } from '../support/workspace';

test.describe.configure({ mode: 'default' });

let platform: Platform;

test.beforeAll(async () => {
  platform = await startPlatform();
  process.env.CLIENT_ID = platform.client.client_id;
  process.env.CLIENT_SECRET = platform.client.client_secret;
});

test.afterAll(() => platform.stop());

test('read_all.R reads complete lists', async () => {
  test.skip(missing('r') !== undefined, missing('r'));
  const code = platform.filledIn(titled('guides/use-analysis-tools', 'read_all.R'));
  expectLikesOfProjects(await runProgram('r', code));
});

test('read_all.py reads complete lists', async () => {
  const absent = missingPackages('pandas', 'requests');
  test.skip(absent !== undefined, absent);
  const workspace = createWorkspace(platform);
  workspace.write('guides/use-analysis-tools', 'read_all.py');
  expectLikesOfProjects(await workspace.python('read_all.py'));
  workspace.remove();
});

function expectLikesOfProjects(output: string) {
  expect(output).toMatch(/project_title/);
  expect(output.trim().split('\n').length).toBeGreaterThan(5);
}

test('DuckDB queries the data frames and writes them to Parquet files', async () => {
  const absent = missingPackages('pandas', 'requests', 'duckdb');
  test.skip(absent !== undefined, absent);
  const guide = 'guides/use-analysis-tools';
  const workspace = createWorkspace(platform);
  workspace.write(guide, 'read_all.py', 'Add to read_all.py');
  await workspace.shell(`cat 'Add to read_all.py' >> read_all.py
echo 'print(len(duckdb.sql("FROM \\"comments.parquet\\"").fetchall()) == len(comments))' >> read_all.py`);
  const output = await workspace.python('read_all.py');
  expect(output).toMatch(/title.*comments/);
  expect(output).toMatch(/month.*ideas/);
  expect(output.trim().split('\n').at(-1)).toBe('True');
  workspace.remove();
});
