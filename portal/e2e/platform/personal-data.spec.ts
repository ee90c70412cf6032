import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { blocksOf, titled } from '../support/guides';
import { type Platform, startPlatform } from '../support/platform';
import { runScript } from '../support/shell';

const guide = 'guides/use-personal-data';

let platform: Platform;
let folder: string;

test.beforeAll(async () => {
  platform = await startPlatform();
  folder = mkdtempSync(path.join(tmpdir(), 'personal-'));
  writeFileSync(path.join(folder, 'sync.py'), titled('guides/use-sync', 'sync.py'));
  writeFileSync(path.join(folder, 'forget.sql'), titled(guide, 'forget.sql'));
});

test.afterAll(async () => {
  await platform.stop();
  rmSync(folder, { recursive: true });
});

const sync = () =>
  runScript(
    'python3 sync.py',
    {
      API: `${platform.address}/api/v2`,
      CLIENT_ID: platform.client.client_id,
      CLIENT_SECRET: platform.client.client_secret,
    },
    folder,
  );

const count = (where: string) =>
  Number(
    execFileSync('sqlite3', [path.join(folder, 'copy.db'), `SELECT count(*) FROM records WHERE ${where}`], {
      encoding: 'utf8',
    }),
  );

test('after a user is deleted, the copy contains neither the user nor their ID', async () => {
  await sync();
  const author = execFileSync('sqlite3', [
    path.join(folder, 'copy.db'),
    "SELECT record->>'author_id' FROM records WHERE resource = 'ideas' AND record->>'author_id' IS NOT NULL LIMIT 1",
  ])
    .toString()
    .trim();
  const [all, authored] = [count('TRUE'), count(`record->>'author_id' IS NOT NULL`)];
  const mentions = `record LIKE '%${author}%'`;
  const own = count(`record->>'author_id' = '${author}'`);
  expect(count(mentions)).toBeGreaterThan(1);

  const deletions = path.join(folder, 'deleted_items.ndjson');
  writeFileSync(
    deletions,
    JSON.stringify({ id: author, type: 'User', deleted_at: new Date().toISOString() }),
  );
  platform.run('import', deletions);
  await expect
    .poll(async () => {
      const headers = { Authorization: `Bearer ${await platform.token()}` };
      return (await fetch(`${platform.address}/api/v2/users/${author}`, { headers })).status;
    })
    .toBe(404);
  await sync();
  expect(count(mentions)).toBeGreaterThan(0);

  const [command] = blocksOf(guide).filter(({ language }) => language === 'bash');
  await runScript(command?.code ?? 'false', {}, folder);
  expect(count(mentions)).toBe(0);
  expect(count('TRUE')).toBe(all - 1);
  expect(count(`record->>'author_id' IS NOT NULL`)).toBe(authored - own);
});
