import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { type Block, blocksOf, titled } from '../support/guides';
import { type Platform, startPlatform } from '../support/platform';
import { runScript } from '../support/shell';

const guide = 'guides/use-sync';

test.describe.configure({ mode: 'serial' });

let platform: Platform;
let folder: string;

test.beforeAll(async () => {
  platform = await startPlatform();
  folder = mkdtempSync(path.join(tmpdir(), 'copy-'));
  writeFileSync(path.join(folder, 'sync.py'), titled(guide, 'sync.py'));
});

test.afterAll(async () => {
  await platform.stop();
  rmSync(folder, { recursive: true });
});

const scriptWith = (words: string) => (block: Block) =>
  block.language === 'bash' && block.code.includes(words);

const run = async (words: string) => {
  const script = blocksOf(guide).find(scriptWith(words))?.code ?? 'false';
  return runScript(platform.filledIn(script), { TOKEN: await platform.token() }, folder);
};

const ask = async (address: string) => {
  const headers = { Authorization: `Bearer ${await platform.token()}` };
  return (await fetch(`${platform.address}/api/v2/${address}`, { headers })).json() as Promise<
    Record<string, Record<string, string>[]>
  >;
};

/** What the copy holds. */
const copied = (query: string) =>
  JSON.parse(
    execFileSync('sqlite3', ['-json', path.join(folder, 'copy.db'), query], { encoding: 'utf8' }) || '[]',
  );

test('the two questions are answered', async () => {
  const { stdout } = await run('deleted_at=');
  expect(stdout).toContain('"ideas"');
  expect(stdout).toContain('"deleted_items"');
});

test('the first run copies every record', async () => {
  await run('python3 sync.py');
  const counts = Object.fromEntries(
    copied('SELECT resource, count(*) AS records FROM records GROUP BY resource').map(
      (row: { resource: string; records: number }) => [row.resource, row.records],
    ),
  );
  expect(Object.keys(counts)).toHaveLength(21);
  for (const resource of ['ideas', 'idea_topics', 'email_campaign_deliveries']) {
    const { meta } = (await ask(`${resource}?page_size=1`)) as unknown as { meta: { total_pages: number } };
    expect(counts[resource], resource).toBe(meta.total_pages);
  }
});

test('the second run fetches what changed and removes what was deleted', async () => {
  const [topic] = (await ask('topics')).topics ?? [];
  const [attendance] = (await ask('event_attendances')).event_attendances ?? [];
  const now = new Date().toISOString();
  importRecords({
    topics: { ...topic, title: 'A new name', title_multiloc: undefined, updated_at: now },
    deleted_items: { id: attendance?.id, type: 'EventAttendance', deleted_at: now },
  });
  // Lists show what is written within a second, each by itself.
  await expect
    .poll(async () => (await ask('topics')).topics)
    .toContainEqual(expect.objectContaining({ id: topic?.id, title: 'A new name' }));
  await expect
    .poll(async () => (await ask('event_attendances/deleted')).deleted_items)
    .toContainEqual(expect.objectContaining({ id: attendance?.id }));

  const { stderr } = await run('python3 sync.py');
  expect(copied(`SELECT record->>'title' AS title FROM records WHERE id = '${topic?.id}'`)).toEqual([
    { title: 'A new name' },
  ]);
  expect(copied(`SELECT id FROM records WHERE id = '${attendance?.id}'`)).toEqual([]);

  const shapes = (text: string) => text.replace(/\d+/g, 'N').trim().split('\n');
  const shown = titled(guide, 'End of the output of a second run');
  expect(shapes(stderr).slice(-shapes(shown).length)).toEqual(shapes(shown));
});

test('the copy can be asked in SQL', async () => {
  const { stdout } = await run('sqlite3 copy.db');
  expect(stdout.trim().split('\n')).toHaveLength(5);
});

function importRecords(files: Record<string, object>) {
  const records = path.join(folder, 'changes');
  mkdirSync(records);
  for (const [name, record] of Object.entries(files)) {
    writeFileSync(path.join(records, `${name}.ndjson`), `${JSON.stringify(record)}\n`);
  }
  platform.run('import', records);
}
