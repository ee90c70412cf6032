import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { titled } from '../support/guides';
import { linkPackages } from '../support/packages';
import { type Platform, startPlatform } from '../support/platform';
import { typescript } from '../support/programs';
import { readAll } from '../support/records';
import { createWorkspace, type Workspace } from '../support/workspace';

const guide = 'guides/use-typescript';

test.describe.configure({ mode: 'serial' });

let platform: Platform;
let workspace: Workspace;

test.beforeAll(async () => {
  platform = await startPlatform();
  workspace = createWorkspace(platform);
  writeFileSync(path.join(workspace.directory, 'package.json'), '{ "type": "module" }');
  linkPackages(workspace.directory);
  await workspace.shell(titled(guide, 'Install the package'));
});

test.afterAll(async () => {
  await platform.stop();
  workspace.remove();
});

/** Checks the types of a program of the guide, and runs it. */
async function run(file: string): Promise<string> {
  workspace.write(guide, file);
  return workspace.shell(`bash -c '${typescript}' ${file}`);
}

test('the list has the ideas with the most likes', async () => {
  const ideas = (await readAll(platform, 'ideas')).filter(
    ({ type, created_at }) => type === 'idea' && String(created_at) >= '2026-01-01',
  );
  const likes = ideas.map(({ likes_count }) => Number(likes_count)).toSorted((a, b) => b - a);
  const printed = (await run('list.ts'))
    .trim()
    .split('\n')
    .map((line) => Number(line.split(' ')[0]));
  expect(printed).toEqual(likes.slice(0, likes.findIndex((count) => count < 5) + 1));
});

test('the second sync continues from the first one', async () => {
  const count = (await readAll(platform, 'ideas')).length + (await readAll(platform, 'projects')).length;
  expect(await run('sync.ts')).toBe(`${count} records\n`);
  expect(Object.keys(JSON.parse(workspace.read('state.json')).since)).toEqual(['projects', 'ideas']);
  expect(await run('sync.ts')).toBe(`${count} records\n`);
});

test('a file is uploaded and downloaded', async () => {
  await workspace.shell('printf minutes > minutes.txt');
  expect(await run('upload.ts')).toBe('7 minutes\n');
});
