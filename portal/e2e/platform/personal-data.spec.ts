import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
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

const count = (where: string, database = path.join(folder, 'copy.db')) =>
  Number(
    execFileSync('sqlite3', [database, `SELECT count(*) FROM records WHERE ${where}`], { encoding: 'utf8' }),
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
  await platform.import(deletions);

  // A copy that was made without the changes.
  const stale = path.join(folder, 'stale.db');
  copyFileSync(path.join(folder, 'copy.db'), stale);
  execFileSync('sqlite3', [stale, `DELETE FROM records WHERE id = '${author}'`]);
  const [command] = blocksOf(guide).filter(({ language }) => language === 'bash');
  expect(count(mentions, stale)).toBeGreaterThan(0);
  await runScript(command?.code.replace('copy.db', 'stale.db') ?? 'false', {}, folder);

  await sync();
  for (const database of [undefined, stale]) {
    expect(count(mentions, database)).toBe(0);
    expect(count('TRUE', database)).toBe(all - 1);
    expect(count(`record->>'author_id' IS NOT NULL`, database)).toBe(authored - own);
  }
});
