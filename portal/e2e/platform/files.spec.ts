import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { blocksOf, textOf, titled } from '../support/guides';
import { binary, type Platform, startPlatform } from '../support/platform';
import { runScript } from '../support/shell';
import { expectShown } from '../support/shown';

const guide = 'guides/use-files';
const text = 'Minutes of the meeting of 18 March\n';

test.describe.configure({ mode: 'default' });

let platform: Platform;
let folder: string;
let variables: Record<string, string>;

test.beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'files-'));
  const data = path.join(folder, 'data');
  await runScript('"$BINARY" demo --data "$DATA"', { BINARY: binary, DATA: data });
  platform = await startPlatform({ data });
  variables = { API: `${platform.address}/api/v2`, TOKEN: await platform.token() };
});

test.afterAll(async () => {
  await platform.stop();
  rmSync(folder, { recursive: true });
});

const run = (title: string) => runScript(titled(guide, title), variables, folder);

const request = async (path: string, body?: object) =>
  (
    await fetch(`${variables.API}/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { Authorization: `Bearer ${variables.TOKEN}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
  ).json();

test('a file can be uploaded, found, downloaded, changed and deleted with curl', async () => {
  const { stdout: projects } = await run('List the IDs and titles of projects');
  const project = projects.split('\n').find((line) => line.endsWith('School street at Sint-Anna school'));
  variables.PROJECT_ID = project?.split(' ')[0] ?? '';
  const { file } = JSON.parse((await run('Upload minutes.txt')).stdout);
  expectShown(JSON.parse(platform.filledIn(titled(guide, 'Response, without the IDs and times'))), { file });
  variables.FILE_ID = file.id;
  expect(JSON.parse((await run('Search minutes')).stdout).files).toMatchObject([{ id: file.id }]);
  await run('Download the file');
  expect(readFileSync(path.join(folder, 'copy.txt'), 'utf8')).toBe(text);
  expect(JSON.parse((await run('Change the category')).stdout).file.category).toBe('report');
  await run('Delete the file');
  expect((await request('files/deleted')).deleted_items[0].id).toBe(file.id);
});

const programs = { python: ['python3', 'files.py'], javascript: ['node', 'files.mjs'] };

for (const [language, [command, file = '']] of Object.entries(programs)) {
  test(`the steps in ${language} form one program`, async () => {
    const steps = blocksOf(guide).filter((block) => block.language === language);
    expect(steps.map(({ title }) => title)).toEqual([file, undefined, undefined, undefined, undefined]);
    writeFileSync(path.join(folder, file), steps.map(({ code }) => code).join('\n'));
    rmSync(path.join(folder, 'copy.txt'), { force: true });
    const { stdout } = await runScript(`${command} ${file}`, variables, folder);
    const [project, uploaded, found, changed] = stdout.trim().split('\n');
    expect(project).toMatch(/^project [-0-9a-f]{36}$/);
    expect(uploaded).toMatch(/^uploaded [-0-9a-f]{36} 35 text\/plain$/);
    expect(found).toBe(`found ${uploaded?.split(' ')[1]} minutes.txt`);
    expect(changed).toBe('changed report');
    expect(readFileSync(path.join(folder, 'copy.txt'), 'utf8')).toBe(text);
    expect((await request('files/deleted')).deleted_items[0].id).toBe(uploaded?.split(' ')[1]);
  });
}

test('an upload without a project has the error that the guide shows', async () => {
  expect(await request('files', { file: { name: 'a.txt', content: 'aGVsbG8=' } })).toEqual(
    JSON.parse(titled(guide, 'Response to an upload without a project')),
  );
});

test('the guide lists every category and every error of files', () => {
  const { schemas } = JSON.parse(
    readFileSync(path.join(__dirname, '../../../openapi.json'), 'utf8'),
  ).components;
  const errors: string[] =
    schemas.FileErrors.properties.errors.additionalProperties.items.properties.error.enum;
  const categories: string[] = schemas.File.properties.category.enum;
  for (const code of errors) expect(textOf(guide)).toContain(`| \`${code}\` |`);
  for (const category of categories) expect(textOf(guide)).toContain(`\`${category}\``);
});
