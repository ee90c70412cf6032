import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { type Block, blocksOf, titled } from '../support/guides';
import { type Platform, startPlatform } from '../support/platform';
import { importRecords } from '../support/records';
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

test('without news, a page of changes has a cursor and no changes', async () => {
  const { stdout } = await run('wait=');
  expect(JSON.parse(stdout)).toMatchObject({ changes: [], meta: { more: false } });
});

test('the lists of updated and deleted records are returned', async () => {
  const { stdout } = await run('deleted_at=');
  expect(stdout).toContain('"ideas"');
  expect(stdout).toContain('"deleted_items"');
});

test('the first run copies every record', async () => {
  const { stderr } = await run('python3 sync.py');
  expectEnd(stderr, 'End of the output of the first run');
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

test('a later run applies what changed, counters and join rows included', async () => {
  const [topic] = (await ask('topics')).topics ?? [];
  const [attendance] = (await ask('event_attendances')).event_attendances ?? [];
  const [row] = (await ask('idea_topics')).idea_topics ?? [];
  const now = new Date().toISOString();
  await importRecords(platform, folder, {
    topics: [{ ...topic, title: 'A new name', title_multiloc: undefined, updated_at: now }],
    deleted_items: [{ id: attendance?.id, type: 'EventAttendance', deleted_at: now }],
  });
  const { stderr } = await run('python3 sync.py');
  expect(stderr.trim()).toBe(titled(guide, 'A run after a topic was renamed and an attendance was deleted'));
  expect(copied(`SELECT record->>'title' AS title FROM records WHERE id = '${topic?.id}'`)).toEqual([
    { title: 'A new name' },
  ]);
  expect(copied(`SELECT id FROM records WHERE id = '${attendance?.id}'`)).toEqual([]);
  const event = `SELECT record->>'attendees_count' AS count FROM records WHERE id = '${attendance?.event_id}'`;
  const { event: shown } = (await ask(`events/${attendance?.event_id}`)) as unknown as {
    event: { attendees_count: number };
  };
  expect(copied(event)).toEqual([{ count: shown.attendees_count }]);

  await importRecords(platform, folder, {
    ideas: [{ id: row?.idea_id, topic_ids: [], _partial: true }],
  });
  await run('python3 sync.py');
  const rows = `SELECT id FROM records WHERE resource = 'idea_topics' AND id LIKE '${row?.idea_id} %'`;
  expect(copied(rows)).toEqual([]);
});

test('the shapes of the changes are those that the guide shows', async () => {
  const changes = JSON.parse(titled(guide, 'A page of changes, with shortened records'));
  const { meta } = (await ask('changes')) as unknown as { meta: { next: string } };
  const [idea] = (await ask('ideas?page_size=1')).ideas ?? [];
  await importRecords(platform, folder, {
    ideas: [{ id: idea?.id, slug: 'another-slug', _partial: true }],
  });
  const page = (await ask(`changes?after=${meta.next}`)) as unknown as typeof changes;
  expect(Object.keys(page)).toEqual(Object.keys(changes));
  expect(Object.keys(page.meta)).toEqual(Object.keys(changes.meta));
  expect(Object.keys(page.changes[0])).toEqual(Object.keys(changes.changes[0]));
  expect(page.changes[0]).toMatchObject({
    resource: 'ideas',
    id: idea?.id,
    action: 'upsert',
    record: { slug: 'another-slug' },
  });
});

test('the copy can be asked in SQL', async () => {
  const { stdout } = await run('sqlite3 copy.db');
  expect(stdout.trim().split('\n')).toHaveLength(5);
});

/** Compares the end of an output with the guide, apart from the numbers. */
function expectEnd(output: string, title: string) {
  const shapes = (text: string) => text.replace(/\d+/g, 'N').trim().split('\n');
  const shown = shapes(titled(guide, title));
  expect(shapes(output).slice(-shown.length)).toEqual(shown);
}
