import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { titled } from '../support/guides';
import { type Platform, startPlatform } from '../support/platform';
import { runScript } from '../support/shell';
import { expectShown } from '../support/shown';

const guide = 'guides/use-data-model';

test.describe.configure({ mode: 'default' });

let platform: Platform;
let folder: string;

test.beforeAll(async () => {
  platform = await startPlatform();
  folder = mkdtempSync(path.join(tmpdir(), 'model-'));
});

test.afterAll(async () => {
  await platform.stop();
  rmSync(folder, { recursive: true });
});

const read = async (list: string) => {
  const headers = { Authorization: `Bearer ${await platform.token()}` };
  const response = await fetch(`${platform.address}/api/v2/${list}`, { headers });
  return (await response.json()) as Record<string, Record<string, unknown>[]>;
};

test('the query counts the votes of submitted baskets, as the counters do, and no money', async () => {
  writeFileSync(path.join(folder, 'sync.py'), titled('guides/use-sync', 'sync.py'));
  await runScript(
    'python3 sync.py',
    {
      API: `${platform.address}/api/v2`,
      CLIENT_ID: platform.client.client_id,
      CLIENT_SECRET: platform.client.client_secret,
    },
    folder,
  );
  const query = (sql: string) =>
    JSON.parse(execFileSync('sqlite3', ['-json', path.join(folder, 'copy.db'), sql], { encoding: 'utf8' }));
  const counted = query(titled(guide, 'votes.sql'));
  expect(counted.length).toBeGreaterThan(0);
  expect(counted).toEqual(
    query(`SELECT idea.record->>'title' AS title, sum(row.record->>'votes_count') AS votes FROM records AS row
      JOIN records AS phase ON phase.resource = 'phases' AND phase.id = row.record->>'phase_id'
      JOIN records AS idea ON idea.resource = 'ideas' AND idea.id = row.record->>'idea_id'
      WHERE row.resource = 'idea_phases' AND row.record->>'votes_count' > 0
        AND phase.record->>'voting_method' IS NOT 'budgeting'
      GROUP BY idea.id ORDER BY votes DESC, title`),
  );
  const unsubmitted = query(`SELECT count(*) AS baskets FROM records
    WHERE resource = 'baskets' AND record->>'submitted_at' IS NULL`);
  expect(unsubmitted[0].baskets).toBeGreaterThan(0);
});

test('a folder has the texts that the guide shows', async () => {
  const { folders = [] } = await read('project_folders?page_size=24');
  const shown = JSON.parse(titled(guide, 'A folder of the demo platform, shortened'));
  expectShown(
    shown,
    folders.find(({ title }) => title === shown.title),
  );
});

test('a deleted user leaves null in the records that referred to them, with the same updated_at', async () => {
  const { ideas: [idea] = [] } = await read('ideas?page_size=1');
  writeFileSync(
    path.join(folder, 'deleted_items.ndjson'),
    JSON.stringify({ id: idea?.author_id, type: 'User', deleted_at: new Date().toISOString() }),
  );
  await platform.import(path.join(folder, 'deleted_items.ndjson'));
  const [changed] = (await read('ideas?page_size=1')).ideas ?? [];
  expect(changed).toMatchObject({ id: idea?.id, author_id: null, updated_at: idea?.updated_at });
});

test('a deleted comment stays in the list, without its text and author', async () => {
  const { stdout } = await runScript(
    `sqlite3 copy.db "SELECT record FROM records WHERE resource = 'comments' AND record->>'publication_status' = 'deleted' LIMIT 1"`,
    {},
    folder,
  );
  expect(JSON.parse(stdout)).toMatchObject({ body: '', author_id: null });
});
