import { expect, test } from '@playwright/test';
import { type Platform, startPlatform } from '../support/platform';
import { idsOf, importRecords, readAll } from '../support/records';
import { createWorkspace, missingPackages, type Workspace } from '../support/workspace';

const guide = 'guides/use-python';
const absent = missingPackages('requests');

test.describe.configure({ mode: 'serial' });
test.skip(absent !== undefined, absent);

let platform: Platform;
let workspace: Workspace;

test.beforeAll(async () => {
  platform = await startPlatform();
  workspace = createWorkspace(platform);
  workspace.write(guide, 'read_list.py', 'sync_changes.py', 'upload.py');
});

test.afterAll(async () => {
  await platform.stop();
  workspace.remove();
});

test('the list has the ideas with the most likes', async () => {
  const ideas = (await readAll(platform, 'ideas')).filter(
    ({ type, created_at }) => type === 'idea' && String(created_at) >= '2026-01-01',
  );
  const likes = ideas.map(({ likes_count }) => Number(likes_count)).toSorted((a, b) => b - a);
  const lines = (await workspace.python('read_list.py')).trim().split('\n');
  expect(lines.map((line) => Number(line.split(' ')[0]))).toEqual(
    likes.slice(0, likes.findIndex((count) => count < 5) + 1),
  );
});

test('the second sync applies what changed since the first one', async () => {
  const ideas = async () => idsOf(await readAll(platform, 'ideas'));
  expect(await workspace.python('sync_changes.py')).toBe(`${(await ideas()).length} ideas\n`);
  const counters = ['comments_count', 'likes_count', 'dislikes_count', 'baskets_count'];
  const idea = (await readAll(platform, 'ideas')).find((record) =>
    counters.every((counter) => record[counter] === 0),
  );
  await importRecords(platform, workspace.directory, {
    deleted_items: [{ id: idea?.id, type: 'Idea', deleted_at: new Date().toISOString() }],
  });
  await workspace.python('sync_changes.py');
  expect(Object.keys(JSON.parse(workspace.read('copy.json')).ideas).toSorted()).toEqual(await ideas());
});

test('a file is uploaded and downloaded', async () => {
  await workspace.shell('printf minutes > minutes.txt');
  expect(await workspace.python('upload.py')).toBe('7 text/plain\n');
  expect(workspace.read('copy.txt')).toBe('minutes');
});
