import { existsSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { build, portal } from '../support/build';
import { titled } from '../support/guides';
import { type Platform, startPlatform } from '../support/platform';
import { typescript } from '../support/programs';
import { idsOf, importRecords, readAll } from '../support/records';
import { createWorkspace, type Workspace } from '../support/workspace';

const guide = 'guides/use-typescript';

test.describe.configure({ mode: 'serial' });

let platform: Platform;
let workspace: Workspace;

test.beforeAll(async () => {
  platform = await startPlatform({ site: build });
  workspace = createWorkspace(platform);
  writeFileSync(path.join(workspace.directory, 'package.json'), '{ "type": "module" }');
  await workspace.shell(platform.filledIn(titled(guide, 'Install the package')));
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

test('a client with generated types compiles, and reads a list', async () => {
  const modules = path.join(portal, '../openapi/checks/node_modules');
  if (!existsSync(modules)) throw new Error(`${modules} is missing; run 'scripts/install-test-tools'`);
  const installed = path.join(workspace.directory, 'node_modules/openapi-fetch');
  symlinkSync(path.join(modules, 'openapi-fetch'), installed);
  const generate = titled(guide, 'Generate types').replace(/^npm install .*$/m, '');
  const local = generate.replace('npx openapi-typescript@7', path.join(modules, '.bin/openapi-typescript'));
  await workspace.shell(platform.filledIn(local));
  const ideas = (await readAll(platform, 'ideas')).filter(({ type }) => type === 'idea');
  const likes = ideas.map(({ likes_count }) => Number(likes_count)).toSorted((a, b) => b - a);
  const printed = (await run('generated.ts')).trim().split('\n');
  expect(printed.map((line) => Number(line.split(' ')[0]))).toEqual(likes.slice(0, 3));
});

test('the second sync continues from the first one, and applies what changed', async () => {
  const read = async () => [...(await readAll(platform, 'projects')), ...(await readAll(platform, 'ideas'))];
  const records = await read();
  expect(await run('sync.ts')).toBe(`${records.length} records\n`);
  expect(JSON.parse(workspace.read('state.json')).resources).toEqual(['projects', 'ideas']);

  // Reading everything again would remove this record of the copy.
  const copy: [string, object][] = JSON.parse(workspace.read('copy.json'));
  writeFileSync(path.join(workspace.directory, 'copy.json'), JSON.stringify([...copy, ['only here', {}]]));
  const counters = ['comments_count', 'likes_count', 'dislikes_count', 'baskets_count'];
  const idea = records.find((record) => counters.every((counter) => record[counter] === 0));
  await importRecords(platform, workspace.directory, {
    deleted_items: [{ id: idea?.id, type: 'Idea', deleted_at: new Date().toISOString() }],
  });
  expect(await run('sync.ts')).toBe(`${records.length} records\n`);
  const keys = (JSON.parse(workspace.read('copy.json')) as [string, object][]).map(([key]) => key);
  expect(keys.toSorted()).toEqual(['only here', ...idsOf(await read())].toSorted());
});

test('a file is uploaded and downloaded', async () => {
  await workspace.shell('printf minutes > minutes.txt');
  expect(await run('upload.ts')).toBe('7 minutes\n');
});

test('the package runs in a browser, with a token', async ({ page }) => {
  const modules = path.join(workspace.directory, 'node_modules/folkmoot/build/src');
  // A page of the platform's origin, so that the test does not depend on CORS.
  await page.route(`${platform.address}/page/**`, (route) => {
    const file = new URL(route.request().url()).pathname.replace('/page/', '');
    if (file !== '') return route.fulfill({ path: path.join(modules, file) });
    return route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Page</title>' });
  });
  await page.goto(`${platform.address}/page/`);
  const [project] = await readAll(platform, 'projects');
  const size = 1_000_001;
  const result = await page.evaluate(
    async ({ token, project_id, size }) => {
      const { Folkmoot } = (await import(
        `${location.href}index.js`
      )) as typeof import('../../../connectors/typescript/src/index');
      const client = new Folkmoot({ url: location.origin, token: async () => token });
      const content = new File([new Uint8Array(size).fill(97)], 'letters.txt');
      const file = await client.files.upload({ project_id, content });
      const text = await (await client.files.download(file)).text();
      const ideas = await client.ideas.list({ fields: ['id'] }).toArray();
      return { name: file.name, isComplete: text === 'a'.repeat(size), ideas: ideas.map(({ id }) => id) };
    },
    { token: await platform.token(), project_id: project?.id ?? '', size },
  );
  expect(result).toEqual({
    name: 'letters.txt',
    isComplete: true,
    ideas: (await readAll(platform, 'ideas')).map(({ id }) => id),
  });
});
