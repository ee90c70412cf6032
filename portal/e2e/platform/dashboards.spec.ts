import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { portal } from '../support/build';
import { blocksOf, titled } from '../support/guides';
import { type Platform, startPlatform } from '../support/platform';
import { python } from '../support/programs';
import { type ApiRecord, idsOf, readAll } from '../support/records';
import { createWorkspace, missingPackages, type Workspace } from '../support/workspace';

const guide = 'guides/use-dashboards';
const tableau = 'guides/use-tableau';
const views = ['ideas', 'comments', 'ideas_per_month', 'comments_per_idea', 'turnout'];

test.describe.configure({ mode: 'serial' });

let platform: Platform;
let workspace: Workspace;

test.beforeAll(async () => {
  platform = await startPlatform();
  workspace = createWorkspace(platform);
  workspace.write('guides/use-sync', 'sync.py');
  workspace.write(guide, 'views.sql', 'copy_to_postgres.sh', 'refresh.sh', 'upload_to_bigquery.sh');
  workspace.write(tableau, 'export_tableau.py', 'publish_tableau.py');
  await workspace.shell('python3 sync.py');
  await workspace.shell(titled(guide, 'SQLite'));
});

test.afterAll(async () => {
  await platform.stop();
  workspace.remove();
});

type Row = Record<string, string | number>;

async function query(sql: string): Promise<Row[]> {
  const sqlite = 'sqlite3 -cmd ".timeout 60000" -json copy.db';
  const output = await workspace.shell(`${sqlite} "${sql.replaceAll('"', '\\"')}"`);
  return JSON.parse(output || '[]');
}

const isPublished = (record: ApiRecord) => record.publication_status === 'published';

test('the views contain the published records, without the names of people', async () => {
  const ideas = (await readAll(platform, 'ideas')).filter(
    (idea) => isPublished(idea) && idea.type === 'idea',
  );
  const rows = await query('SELECT * FROM ideas');
  expect(idsOf(rows as { id: string }[])).toEqual(idsOf(ideas));
  for (const view of views) {
    const columns = Object.keys((await query(`SELECT * FROM ${view} LIMIT 1`))[0] ?? {});
    expect(columns.join(), view).toMatch(/\w/);
    expect(columns.join(), view).not.toMatch(/author|user_id|email|first_name|last_name/);
  }
});

test('the examples answer their questions', async () => {
  const [comments, ideas, users, baskets, phases] = await Promise.all(
    ['comments', 'ideas', 'users', 'baskets', 'phases'].map((list) => readAll(platform, list)),
  );
  const ideasPerMonth = await query(titled(guide, 'Ideas per project and month'));
  const published = ideas?.filter((idea) => isPublished(idea) && idea.type === 'idea') ?? [];
  expect(ideasPerMonth.reduce((sum, row) => sum + Number(row.ideas), 0)).toBe(published.length);

  const [first] = await query(titled(guide, 'Most discussed ideas'));
  const counts = published.map(
    ({ id }) => comments?.filter((c) => isPublished(c) && c.idea_id === id).length,
  );
  expect(first?.comments).toBe(Math.max(...counts.map(Number)));

  const turnout = await query('SELECT * FROM turnout');
  expect(turnout).toHaveLength(
    phases?.filter((phase) => phase.participation_method === 'voting').length ?? -1,
  );
  for (const row of turnout) {
    const submitted = baskets?.filter((b) => b.phase_id === row.phase_id && b.submitted_at && b.user_id);
    expect(row.voters, String(row.phase)).toBe(new Set(submitted?.map((basket) => basket.user_id)).size);
    expect(row.registered_users).toBe(users?.filter((user) => user.status === 'active').length);
  }
  const shares = turnout.map((row) => (100 * Number(row.voters)) / Number(row.registered_users));
  const shown = (await query(titled(guide, 'Turnout'))).map((row) => Number(row.turnout_percent));
  expect(shown.toSorted()).toEqual(shares.map((share) => Math.round(share * 10) / 10).toSorted());
});

test('the same views work in PostgreSQL, for a role that cannot read the records', async () => {
  const { client_id, client_secret } = platform.client;
  const secrets = { API: `${platform.address}/api/v2`, CLIENT_ID: client_id, CLIENT_SECRET: client_secret };
  const exported = Object.entries(secrets).map(([name, value]) => `export ${name}=${value}\n`);
  writeFileSync(path.join(workspace.directory, 'secrets'), exported.join(''));
  const script = `
set -euo pipefail
export DATABASE_URL="$FOLKMOOT_TEST_POSTGRES/postgres"
sh copy_to_postgres.sh
${titled(guide, 'Once, after the first copy')}
sh refresh.sh
reader="\${DATABASE_URL/postgres@/dashboard@}"
${views.map((view) => `psql "$reader" -Atc "SELECT count(*) FROM ${view}"`).join('\n')}
if psql "$reader" -Atc "SELECT count(*) FROM records" 2> /dev/null; then exit 1; fi`;
  const output = execFileSync(path.join(portal, '../scripts/with-postgres'), ['bash', '-c', script], {
    cwd: workspace.directory,
    encoding: 'utf8',
    stdio: 'pipe',
  });
  const counts = await Promise.all(views.map((view) => query(`SELECT count(*) AS n FROM ${view}`)));
  expect(output.trim().split('\n').map(Number)).toEqual(counts.map(([row]) => row?.n));
});

test('a file for each view is uploaded to BigQuery', async () => {
  const output = await workspace.shell(`bq() { echo "\${@: -2:1} $(sed 1d "\${@: -1}" | wc -l)"; }
. ./upload_to_bigquery.sh`);
  const tables = output
    .trim()
    .split('\n')
    .map((line) => line.split(' ')[0]);
  expect(tables).toEqual(views.map((view) => `participation.${view}`));
  expect(workspace.read('ideas.csv')).toMatch(/^id,title,/);
});

test('scripts wait while another program locks the copy', async () => {
  await workspace.shell(`sqlite3 copy.db "PRAGMA locking_mode = EXCLUSIVE" "BEGIN EXCLUSIVE" \
  ".shell touch locked; sleep 1" &
until [ -e locked ]; do sleep 0.05; done
${titled(tableau, 'Write CSV files')}
wait`);
  expect(workspace.read('turnout.csv')).toMatch(/^phase_id,phase,/);
});

test('CSV and Hyper files for Tableau contain the rows of the views', async () => {
  await workspace.shell(titled(tableau, 'Write CSV files'));
  expect(workspace.read('turnout.csv')).toMatch(/^phase_id,phase,/);

  const absent = missingPackages('tableauhyperapi');
  test.skip(absent !== undefined, absent);
  await workspace.python('export_tableau.py');
  const program = `
from tableauhyperapi import Connection, HyperProcess, TableName, Telemetry
with HyperProcess(Telemetry.DO_NOT_SEND_USAGE_DATA_TO_TABLEAU) as hyper:
    for view in ${JSON.stringify(views)}:
        with Connection(hyper.endpoint, view + ".hyper") as connection:
            print(connection.execute_scalar_query('SELECT COUNT(*) FROM "Extract"."Extract"'))
    with Connection(hyper.endpoint, "ideas.hyper") as connection:
        table = connection.catalog.get_table_definition(TableName("Extract", "Extract"))
        print({column.name.unescaped: str(column.type) for column in table.columns})`;
  const output = execFileSync(python, ['-c', program], { cwd: workspace.directory, encoding: 'utf8' });
  const lines = output.trim().split('\n');
  const counts = await Promise.all(views.map((view) => query(`SELECT count(*) AS n FROM ${view}`)));
  expect(lines.slice(0, views.length).map(Number)).toEqual(counts.map(([row]) => row?.n));
  expect(lines.at(-1)).toContain("'likes': 'BIG_INT'");
  expect(lines.at(-1)).toContain("'published_on': 'DATE'");
});

test('the program that publishes extracts is valid Python', () => {
  for (const { language, code } of blocksOf(tableau).filter((block) => block.language === 'python')) {
    execFileSync('python3', ['-c', 'import ast, sys; ast.parse(sys.stdin.read())'], { input: code });
    expect(language).toBe('python');
  }
});
