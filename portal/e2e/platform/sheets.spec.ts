import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { AppsScript } from '../support/appsScript';
import { titled } from '../support/guides';
import { type Platform, startPlatform } from '../support/platform';
import { idsOf, importRecords, readAll } from '../support/records';

test.describe.configure({ mode: 'serial' });

let platform: Platform;
let script: AppsScript;
let directory: string;

const lists = ['projects', 'ideas', 'events'];

const createScript = () => {
  const created = new AppsScript(platform.filledIn(titled('guides/use-google-sheets', 'Code.gs')));
  created.properties.set('CLIENT_ID', platform.client.client_id);
  created.properties.set('CLIENT_SECRET', platform.client.client_secret);
  return created;
};

/** The first column of a sheet, sorted, without the header. */
const idsIn = (of: AppsScript, list: string) =>
  idsOf((of.sheets.get(list)?.values.slice(1) ?? []).map(([id]) => ({ id: String(id) })));

const titles = (of: AppsScript, list: string) => of.sheets.get(list)?.values.map((row) => row[1]);

test.beforeAll(async () => {
  directory = mkdtempSync(path.join(tmpdir(), 'sheets-'));
  platform = await startPlatform();
  script = createScript();
});

test.afterAll(async () => {
  await platform.stop();
  rmSync(directory, { recursive: true });
});

test('the script writes every record once, in one call for each sheet', async () => {
  script.call('setup');
  for (const list of lists) {
    expect(idsIn(script, list), list).toEqual(idsOf(await readAll(platform, list)));
    expect(script.sheets.get(list)?.writes, list).toBe(1);
  }
  expect(script.triggers.map(({ handler }) => handler).toSorted()).toEqual(['refresh', 'refreshAll']);
  expect(JSON.stringify([...script.sheets.values()])).not.toContain(platform.client.client_secret);
});

test('a refresh reads only changes, and removes deleted records', async () => {
  const events = await readAll(platform, 'events');
  const event = events.find((candidate) => candidate.attendees_count === 0) ?? events[0];
  const projects = await readAll(platform, 'projects');
  const now = new Date().toISOString();
  const attendances = (await readAll(platform, 'event_attendances'))
    .filter((attendance) => attendance.event_id === event?.id)
    .map(({ id }) => ({ id, type: 'EventAttendance', deleted_at: now }));
  await importRecords(platform, directory, {
    projects: [{ id: projects[0]?.id, title: '=IMPORTXML("a")', updated_at: now, _partial: true }],
    deleted_items: [{ id: event?.id, type: 'Event', deleted_at: now }, ...attendances],
  });

  script.requests.length = 0;
  script.call('refresh');
  expect(titles(script, 'projects')).toContain('=IMPORTXML("a")');
  expect(idsIn(script, 'events')).not.toContain(event?.id);
  expect(script.requests.filter((url) => url.includes('/ideas?'))).toHaveLength(1);

  script.call('refresh');
  expect(titles(script, 'projects')).toContain('=IMPORTXML("a")');
});

test('a run that reaches the time limit is continued where it stopped', async () => {
  const slow = createScript();
  slow.requestMs = 70_000;
  slow.call('setup');
  let runs = 1;
  for (; slow.triggers.some(({ handler }) => handler === 'resume'); runs++) slow.call('resume');
  expect(runs).toBeGreaterThan(1);
  expect(slow.properties.has('POSITION')).toBe(false);
  for (const list of lists) {
    expect(idsIn(slow, list), list).toEqual(idsOf(await readAll(platform, list)));
  }
});
