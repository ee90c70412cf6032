import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { build } from '../support/build';
import { titled } from '../support/guides';
import { binary, type Platform, startPlatform } from '../support/platform';
import { runScript } from '../support/shell';
import { expectShown } from '../support/shown';

const guide = 'guides/use-website';
const programs = { 'website.mjs': 'JavaScript', 'website.py': 'Python' };

/** The commands with which the guide installs and starts a program; the last one starts it. */
const commandsOf = (file: string) => titled(guide, programs[file as keyof typeof programs]).split('\n');

test.describe.configure({ mode: 'serial' });

type Row = Record<string, unknown>;

let platform: Platform;
let folder: string;

test.beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'website-'));
  const data = path.join(folder, 'data');
  await runScript('"$BINARY" demo --data "$DATA"', { BINARY: binary, DATA: data });
  platform = await startPlatform({ data, site: build });
  for (const file of Object.keys(programs)) writeFileSync(path.join(folder, file), titled(guide, file));
  await runScript(platform.filledIn(commandsOf('website.mjs').slice(0, -1).join('\n')), {}, folder);
});

test.afterAll(async () => {
  await platform.stop();
  rmSync(folder, { recursive: true });
});

async function readAll(list: string, key = list): Promise<Row[]> {
  const records: Row[] = [];
  const headers = { Authorization: `Bearer ${await platform.token()}` };
  for (let number = 1, pages = 1; number <= pages; number++) {
    const url = `${platform.address}/api/v2/${list}?page_size=24&page_number=${number}`;
    const page = await (await fetch(url, { headers })).json();
    records.push(...page[key]);
    pages = page.meta.total_pages;
  }
  return records;
}

/** Starts a program of the guide with the command that the guide shows. */
async function start(file: string): Promise<{ url: string; process: ChildProcess }> {
  const command = commandsOf(file).at(-1)?.split(' ') ?? [];
  const child = spawn(command[0] ?? '', command.slice(1), {
    cwd: folder,
    env: {
      ...process.env,
      API: `${platform.address}/api/v2`,
      CLIENT_ID: platform.client.client_id,
      CLIENT_SECRET: platform.client.client_secret,
      PORT: '0',
      CACHE_SECONDS: '0',
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', (text) => resolve(String(text).trim()));
    child.on('close', () => reject(new Error(`${file} ended`)));
  });
  return { url, process: child };
}

const read = async (url: string) => {
  const response = await fetch(url);
  return { status: response.status, text: await response.text(), type: response.headers.get('content-type') };
};

/** Adds records that must not appear, and one whose title contains markup. */
async function importTraps(): Promise<void> {
  const projects = await readAll('projects');
  const isPublic = ({ publication_status, visible_to }: Row) =>
    publication_status === 'published' && visible_to === 'public';
  const project = projects.find(isPublic) ?? {};
  const [phase] = (await readAll('phases')).filter(({ project_id }) => project_id === project.id);
  const [idea = {}] = (await readAll('ideas')).filter(({ project_id }) => project_id === project.id);
  const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
  const now = new Date().toISOString();
  const times = { created_at: now, updated_at: now };
  const secret = (number: number, row: Row, changes: Row): Row => ({
    ...row,
    ...times,
    id: id(number),
    slug: `secret-${number}`,
    title: `SECRET ${number}`,
    ...changes,
  });
  const files = {
    project_folders: [secret(1, {}, { publication_status: 'draft' })],
    projects: [
      secret(2, project, { publication_status: 'draft' }),
      secret(3, project, { publication_status: 'archived' }),
      secret(4, project, { visible_to: 'groups' }),
      secret(5, project, { visible_to: 'admins' }),
      secret(6, project, { folder_id: id(1) }),
    ],
    phases: [{ ...phase, ...times, id: id(7), title: 'Survey', participation_method: 'native_survey' }],
    ideas: [
      secret(8, idea, { publication_status: 'draft' }),
      secret(9, idea, { publication_status: 'submitted' }),
      secret(10, idea, { creation_phase_id: id(7), custom_field_values: { note: 'SECRET' } }),
      secret(11, idea, { project_id: id(5) }),
      secret(12, idea, {
        title: '<script>alert("&")</script>',
        custom_field_values: { note: 'SECRET' },
        body: '<p>SECRET</p>',
      }),
    ],
  };
  const directory = path.join(folder, 'traps');
  mkdirSync(directory);
  for (const [name, rows] of Object.entries(files)) {
    writeFileSync(
      path.join(directory, `${name}.ndjson`),
      rows.map((row) => `${JSON.stringify(row)}\n`).join(''),
    );
  }
  await platform.import(directory);
  const traps = (await readAll('ideas')).filter(({ id }) => String(id).startsWith('00000000'));
  expect(traps).toHaveLength(5);
}

test('the JSON begins as the guide shows it', async () => {
  const { url, process } = await start('website.mjs');
  const [first] = JSON.parse((await read(`${url}content.json`)).text);
  process.kill();
  const [shown] = JSON.parse(titled(guide, 'Beginning of /content.json on the demo platform'));
  expectShown(shown, { ...first, ideas: first.ideas.slice(0, shown.ideas.length) });
});

for (const file of Object.keys(programs)) {
  test(`${file} lets nothing leave that is not public`, async () => {
    if (file === 'website.mjs') await importTraps();
    const { url, process } = await start(file);
    const pages = [await read(url), await read(`${url}content.json`)];
    const others = [await read(`${url}../website.mjs`), await read(`${url}api/v2/users`)];
    process.kill();
    expect(pages.map(({ status }) => status)).toEqual([200, 200]);
    expect(others.map(({ status }) => status)).toEqual([404, 404]);
    const left = [...pages, ...others].map(({ text }) => text).join('\n');

    expect(left).not.toContain('SECRET');
    expect(left).not.toContain('eyJ');
    expect(left).not.toContain(platform.client.client_id);
    expect(left).not.toContain(platform.client.client_secret);
    expect(left).not.toMatch(/@/);
    for (const user of await readAll('users')) expect(left).not.toContain(user.id);
    const [projects, ideas] = [await readAll('projects'), await readAll('ideas')];
    const open = projects.filter((p) => p.publication_status === 'published' && p.visible_to === 'public');
    const hidden = ideas.filter(
      (idea) =>
        idea.type !== 'idea' ||
        idea.publication_status !== 'published' ||
        !open.some(({ id }) => id === idea.project_id),
    );
    expect(hidden.length).toBeGreaterThan(50);
    for (const { href } of hidden.filter((idea) => idea.href)) expect(left).not.toContain(`"${href}"`);

    expect(pages[0]?.text).not.toContain('<script');
    expect(pages[0]?.text).toContain('script&');
    const [content] = [JSON.parse(pages[1]?.text ?? '[]') as Row[]];
    expect(content.map(({ title }) => title)).toContain('School street at Sint-Anna school');
    for (const project of content) {
      expect(Object.keys(project)).toEqual(['title', 'summary', 'url', 'ideas']);
      for (const idea of project.ideas as Row[]) expect(Object.keys(idea)).toEqual(['title', 'likes', 'url']);
    }
  });
}

test('both programs show their last copy while the API is unavailable', async () => {
  const servers = await Promise.all(Object.keys(programs).map(start));
  const before = await Promise.all(servers.map(({ url }) => read(`${url}content.json`)));
  platform.run('access', 'off');
  await expect
    .poll(async () => {
      const response = await fetch(`${platform.address}/api/v2/ideas`);
      return response.status;
    })
    .toBe(403);
  const after = await Promise.all(servers.map(({ url }) => read(`${url}content.json`)));
  const starting = await Promise.all(Object.keys(programs).map(start));
  const empty = await Promise.all(starting.map(({ url }) => read(url)));
  for (const { process } of [...servers, ...starting]) process.kill();
  expect(after).toEqual(before);
  expect(empty).toMatchObject([
    { status: 503, text: 'Error 503' },
    { status: 503, text: 'Error 503' },
  ]);
});
