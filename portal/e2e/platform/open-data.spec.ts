import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import ICAL from 'ical.js';
import { build } from '../support/build';
import { blocksOf, titled } from '../support/guides';
import { binary, type Platform, startPlatform } from '../support/platform';
import { readAll } from '../support/records';
import { runScript } from '../support/shell';
import { createWorkspace, missingPackages, type Workspace } from '../support/workspace';

const publishing = 'guides/start-open-data';
const reading = 'open-data';

test.describe.configure({ mode: 'serial' });

let settings: string;
let platform: Platform;
let workspace: Workspace;

/** A platform with the settings of the guide, but its own URL, whose first export is due; its client is a visitor's. */
test.beforeAll(async () => {
  settings = mkdtempSync(path.join(tmpdir(), 'open-data-'));
  const data = path.join(settings, 'data');
  const file = path.join(settings, 'folkmoot.toml');
  writeFileSync(file, titled(publishing, 'folkmoot.toml').replace(/^public-url.*\n/m, ''));
  const run = (words: string) =>
    runScript(`"$BINARY" ${words} --data "$DATA"`, { BINARY: binary, DATA: data });
  await run('demo --ideas 50');
  const { stdout } = await run('clients create Visitor --access public --json');
  const client = JSON.parse(stdout);
  platform = await startPlatform({
    site: build,
    data,
    client,
    settings: ['--config', file, '--export-at', '00:00'],
  });
  workspace = createWorkspace(platform);
  workspace.write(reading, 'most_liked.py', 'most_liked.sql');
  workspace.write(publishing, 'count.sql');
  await expect
    .poll(async () => (await fetch(`${platform.address}/open-data/datapackage.json`)).status, {
      timeout: 120_000,
    })
    .toBe(200);
});

test.afterAll(async () => {
  await platform.stop();
  workspace.remove();
  rmSync(settings, { recursive: true });
});

test('the commands of the guide show a file, the catalogue and the feeds', async () => {
  const shell = (title: string) => workspace.shell(platform.filledIn(titled(publishing, title)));
  const file = await shell('A file');
  expect(file).toMatch(/^etag: /im);
  expect(file).toMatch(/^last-modified: /im);
  expect(file).toContain('id,title,');
  expect(file.trimEnd()).toMatch(/304$/);
  const catalogue = await shell('The catalogue');
  expect(catalogue).toContain('https://creativecommons.org/licenses/by/4.0/');
  expect(catalogue).toContain('Town of Zwenebeke');
  const feeds = await shell('Check the feeds');
  expect(feeds).toContain('BEGIN:VCALENDAR');
  expect(feeds).toContain('<feed xmlns="http://www.w3.org/2005/Atom"');
});

test('a file is downloaded again only if it has changed', async () => {
  const command = platform.filledIn(titled(reading, 'Every day'));
  await workspace.shell(command);
  const first = workspace.read('ideas.csv');
  await workspace.shell(command);
  expect(first).toContain('id,title,');
  expect(workspace.read('ideas.csv')).toBe(first);
});

test('pandas and DuckDB read the files', async () => {
  const absent = missingPackages('pandas', 'duckdb');
  test.skip(absent !== undefined, absent);
  expect((await workspace.python('most_liked.py')).trim().split('\n')).toHaveLength(6);
  // DuckDB downloads the extension for HTTP from a server that tests do not reach: it reads downloaded files.
  writeFileSync(
    path.join(workspace.directory, 'query.py'),
    `
import duckdb, re, urllib.request
def rows(name):
    query = open(name).read().split("LOAD httpfs;")[1]
    url = re.search(r"https?://[^']+", query)[0]
    return duckdb.sql(query.replace(url, urllib.request.urlretrieve(url)[0])).fetchall()
print(len(rows("most_liked.sql")))
print(len(rows("count.sql")))
print(rows("count.sql")[0][0])`,
  );
  const [groups, rows, ideas] = (await workspace.python('query.py')).trim().split('\n').map(Number);
  expect(groups).toBeGreaterThan(0);
  expect([rows, ideas]).toEqual([1, (await readAll(platform, 'ideas')).length]);
});

test('the pages show what the server publishes', async ({ page }) => {
  await page.goto(`${platform.address}/open-data`);
  const ideas = page.getByRole('region', { name: 'ideas', exact: true });
  await ideas.getByText('First rows').click();
  await expect(page.getByRole('region', { name: 'First rows of ideas' }).getByRole('row')).toHaveCount(11);
  await expect(page.getByText('Town of Zwenebeke').first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'data@zwenebeke.example' })).toBeVisible();
  for (const link of await page.getByRole('link', { name: /\/open-data\/|\/catalog\./ }).all()) {
    const url = (await link.getAttribute('href')) ?? '';
    expect((await page.request.get(url)).status(), url).toBe(200);
  }

  await page.goto(`${platform.address}/feeds-and-calendars`);
  const project = page.getByRole('main').getByRole('combobox');
  const id = (await project.locator('option').nth(1).getAttribute('value')) ?? '';
  await project.selectOption(id);
  await page.getByLabel('Language').fill('nl');
  await page.keyboard.press('Enter');
  const links = page.getByRole('link', { name: `project_id=${id}&locale=nl` });
  await expect(links).toHaveCount(5);
  for (const link of await links.all()) {
    const url = (await link.getAttribute('href')) ?? '';
    expect((await page.request.get(url)).status(), url).toBe(200);
  }
  await page.getByLabel('Language').fill('xx');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('en, nl-BE, fr-BE');
});

test('the URLs of the page with feeds exist', async () => {
  const [block] = blocksOf('feeds-and-calendars');
  for (const url of platform.filledIn(block?.code ?? '').split('\n')) {
    expect((await fetch(url)).status, url).toBe(200);
  }
});

test('ical.js reads the calendar', async () => {
  const calendar = await (await fetch(`${platform.address}/feeds/events.ics`)).text();
  const events = new ICAL.Component(ICAL.parse(calendar)).getAllSubcomponents('vevent');
  const read = events.map((event) => new ICAL.Event(event));
  const expected = await readAll(platform, 'events');
  expect(read.length).toBeGreaterThan(0);
  for (const { uid, summary, startDate } of read) {
    const event = expected.find(({ id }) => id === uid);
    expect(event?.title).toBe(summary);
    expect(startDate.toJSDate().getTime()).toBe(
      Math.floor(Date.parse(String(event?.start_at)) / 1000) * 1000,
    );
  }
});
