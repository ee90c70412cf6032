import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { blocksOf, titled } from '../support/guides';
import { binary, type Platform, startPlatform } from '../support/platform';
import { readAll } from '../support/records';
import { runScript } from '../support/shell';
import { createWorkspace, missingPackages, type Workspace } from '../support/workspace';

const making = 'guides/start-export';
const reading = 'guides/use-downloads';

test.describe.configure({ mode: 'serial' });

let settings: string;
let platform: Platform;
let workspace: Workspace;

/** A platform with the settings of the guide, whose exports are due; its client is a visitor's. */
test.beforeAll(async () => {
  settings = mkdtempSync(path.join(tmpdir(), 'exports-'));
  const data = path.join(settings, 'data');
  const file = path.join(settings, 'folkmoot.toml');
  writeFileSync(file, titled(making, 'folkmoot.toml'));
  const run = (words: string) =>
    runScript(`"$BINARY" ${words} --data "$DATA"`, { BINARY: binary, DATA: data });
  await run('demo --ideas 50');
  const { stdout } = await run('clients create Visitor --access public --json');
  const client = JSON.parse(stdout);
  platform = await startPlatform({ data, client, settings: ['--config', file, '--export-at', '00:00'] });
  workspace = createWorkspace(platform);
  workspace.write(reading, 'download_export.py', 'parquet.sql');
});

test.afterAll(async () => {
  await platform.stop();
  workspace.remove();
  rmSync(settings, { recursive: true });
});

test('the newest export has the fields that the guide shows', async () => {
  const request = platform.filledIn(titled(reading, 'The newest export'));
  const newest = async () => {
    const output = await workspace.shell(request, { TOKEN: await platform.token() });
    return JSON.parse(output).exports[0];
  };
  await expect.poll(newest).toBeDefined();
  const shown = JSON.parse(titled(reading, 'An export with one of its files'));
  const made = await newest();
  const file = made.files.find(({ name }: { name: string }) => name === shown.files[0].name);
  expect(Object.keys(made)).toEqual(Object.keys(shown));
  expect(Object.keys(file)).toEqual(Object.keys(shown.files[0]));
  expect(made).toMatchObject({ access: shown.access, resources: expect.arrayContaining(shown.resources) });
  expect(file).toMatchObject({ resource: 'ideas', format: 'parquet' });
  expect(new Set(made.files.map(({ format }: { format: string }) => format))).toContain('csv');
});

test('the program downloads the files, checks them and stores a cursor for the changes', async () => {
  const token = await platform.token();
  const output = await workspace.shell(`python3 download_export.py`, { TOKEN: token });
  const lines = output.trim().split('\n');
  expect(lines).toContain('ideas.parquet is complete');
  expect(lines.filter((line) => !line.endsWith('.parquet is complete'))).toEqual([]);
  const response = await fetch(
    `${platform.address}/api/v2/changes?after=${encodeURIComponent(workspace.read('cursor.txt'))}`,
    { headers: { Authorization: `Bearer ${token}` } },
  );
  expect(await response.json()).toMatchObject({ changes: [], meta: { more: false } });
});

test('DuckDB reads the Parquet file, which has every idea', async () => {
  const absent = missingPackages('duckdb');
  test.skip(absent !== undefined, absent);
  writeFileSync(
    path.join(workspace.directory, 'query.py'),
    `
import duckdb
print(len(duckdb.sql(open("parquet.sql").read()).fetchall()))
print(duckdb.sql("SELECT count(*) FROM 'ideas.parquet'").fetchall()[0][0])`,
  );
  const [rows, count] = (await workspace.python('query.py')).trim().split('\n').map(Number);
  expect([rows, count]).toEqual([5, (await readAll(platform, 'ideas')).length]);
});

test('the commands of the guide write the files that it lists', async () => {
  const { client_id: pseudonymous } = JSON.parse(
    platform.run('clients', 'create', 'Researcher', '--access', 'pseudonymous', '--json'),
  );
  const folder = mkdtempSync(path.join(tmpdir(), 'exported-'));
  try {
    for (const { code } of blocksOf(making).filter(({ language }) => language === 'bash')) {
      const script = `folkmoot() { "$BINARY" "$@" --data "$DATA"; }\n${code}`;
      await runScript(
        script.replaceAll('YOUR_CLIENT_ID', pseudonymous),
        { BINARY: binary, DATA: platform.data },
        folder,
      );
    }
    const files = (name: string) => readdirSync(path.join(folder, name));
    for (const name of ['export', 'tables', 'open-data', 'research'])
      expect(files(name)).toEqual(expect.arrayContaining(['README.md', 'SHA256SUMS', 'datapackage.json']));
    expect(files('export')).toContain('ideas.parquet');
    expect(files('tables')).toEqual(expect.arrayContaining(['ideas.csv', 'folkmoot.sqlite']));
    expect(files('open-data')).not.toContain('users.csv');
    expect(files('research')).toContain('ideas.parquet');
    const sums = readFileSync(path.join(folder, 'tables/SHA256SUMS'), 'utf8');
    expect(sums).toContain('folkmoot.sqlite');
    await runScript('sha256sum --check --quiet SHA256SUMS', {}, path.join(folder, 'tables'));
  } finally {
    rmSync(folder, { recursive: true });
  }
});
