import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, type Page, test } from '@playwright/test';
import { authenticate, callTool, openConsole, type Platform, read, startPlatform } from './platform';

test.describe.configure({ mode: 'default' });

let platform: Platform;

test.beforeAll(async () => {
  platform = await startPlatform();
});

test.afterAll(() => platform?.stop());

test.beforeEach(({ page }) => openConsole(page, platform));

const open = async (page: Page, name: string) => {
  await page.getByRole('link', { name, exact: true }).first().click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
};

/** The credentials that the page shows. */
async function credentials(page: Page) {
  const text = await page.locator('pre').first().innerText();
  const value = (name: string) => new RegExp(`${name}=(.+)`).exec(text)?.[1]?.trim() as string;
  return { id: value('CLIENT_ID'), secret: value('CLIENT_SECRET'), url: value('URL') };
}

async function finishSecret(page: Page) {
  await page.getByText('I have stored the secret').click();
  await page.getByRole('button', { name: /^Continue to/ }).click();
}

test('a client is created, narrowed, rotated, disabled and revoked', async ({ page }) => {
  await open(page, 'Clients');
  await page.getByRole('link', { name: 'New client' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Library');
  await page.getByRole('radio', { name: 'Full' }).check();
  await page.getByRole('button', { name: 'Create client' }).click();
  const first = await credentials(page);
  expect(first.url).toBe(platform.url);
  const token = (await authenticate(first.url, first.id, first.secret)) as string;
  const full = await read(first.url, token, 'ideas?page_size=1');
  expect(full.status).toBe(200);
  expect(full.body.ideas?.[0]?.author_id).toEqual(expect.any(String));
  expect((await read(first.url, token, 'users?page_size=1')).body.users?.[0]?.email).toContain('@');
  await finishSecret(page);

  await page.getByRole('button', { name: 'Edit…' }).click();
  await page.getByRole('radio', { name: 'Anonymous' }).check();
  await expect(page.getByText('Values that the lower level withholds become null')).toBeVisible();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('definition').filter({ hasText: 'Anonymous' })).toBeVisible();
  await expect.poll(async () => (await read(first.url, token, 'users')).body.users?.length).toBe(0);
  const narrowed = await read(first.url, token, `ideas?ids=${full.body.ideas?.[0]?.id}`);
  expect(narrowed.body.ideas?.[0]?.author_id).toBeNull();
  await page.getByRole('button', { name: 'Preview a record' }).click();
  await expect(page.locator('.preview-row', { hasText: 'author_id' })).toContainText('Withheld');

  await page.getByRole('button', { name: 'Rotate secret…' }).click();
  await page.getByRole('button', { name: 'Create new secret' }).click();
  const second = await credentials(page);
  await finishSecret(page);
  await expect(page.getByText('The previous secret still works')).toBeVisible();
  expect(await authenticate(first.url, first.id, first.secret)).toEqual(expect.any(String));
  expect(await authenticate(first.url, first.id, second.secret)).toEqual(expect.any(String));

  await page.getByRole('button', { name: 'Disable…' }).click();
  await page.getByRole('button', { name: 'Disable client' }).click();
  await expect(page.getByText('This client is disabled')).toBeVisible();
  await expect.poll(async () => (await read(first.url, token, 'ideas')).status).toBe(401);
  await page.getByRole('button', { name: 'Enable' }).click();
  await expect.poll(async () => (await read(first.url, token, 'ideas')).status).toBe(200);

  await page.getByRole('button', { name: 'Revoke…' }).click();
  await page.getByLabel(/Type the name of the client/).fill('Library');
  await page.getByRole('button', { name: 'Revoke permanently' }).click();
  await expect(page.getByText('This client is revoked')).toBeVisible();
  expect(await authenticate(first.url, first.id, second.secret)).toBe(401);

  await open(page, 'Audit log');
  const log = page.getByRole('table', { name: 'Audit log' });
  for (const action of [
    'created the client',
    'changed the client',
    'rotated the secret of the client',
    'disabled the client',
    'enabled the client',
    'revoked the client',
  ]) {
    await expect(
      log.getByRole('row', { name: new RegExp(`Browser tests ${action} Library`) }).first(),
    ).toBeVisible();
  }
});

test('a client is created for an assistant, which it serves until it is edited', async ({ page }) => {
  await open(page, 'Clients');
  await page.getByRole('link', { name: 'New client' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Assistant');
  await page.getByRole('radio', { name: 'In an assistant' }).check();
  await page.getByRole('button', { name: 'Create client' }).click();
  const configuration = JSON.parse(await page.locator('pre').first().innerText());
  const [server] = Object.values(configuration.mcpServers) as { url: string }[];
  expect(server?.url).toBe(`${platform.url}/mcp`);
  await page.getByRole('radio', { name: 'Program' }).check();
  const { id, secret, url } = await credentials(page);
  const token = (await authenticate(url, id, secret)) as string;
  const call = () => callTool(server?.url as string, token, 'list_records', { resource: 'ideas' });
  const served = await call();
  expect(served.status).toBe(200);
  expect(served.body.result.structuredContent.records.length).toBeGreaterThan(0);
  await finishSecret(page);

  await page.getByRole('button', { name: 'Edit…' }).click();
  await page.getByText('Assistants may use it over MCP').click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(async () => (await call()).status).toBe(403);
  await page.getByRole('link', { name: /Activity/ }).click();
  // A read stores what was counted at most once in a second.
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Not for assistants' })).toBeVisible({ timeout: 2000 });
  }).toPass({ timeout: 30_000 });
  await page.getByRole('link', { name: 'Open what it may read' }).click();
  await expect(page.getByText('Not permitted')).toBeVisible();
});

test('a publishable key is made, embedded, edited and revoked', async ({ page }) => {
  const statusOf = async (key: string, origin: string) =>
    (await fetch(`${platform.url}/api/v2/projects?key=${key}`, { headers: { Origin: origin } })).status;
  await open(page, 'Embed');
  await page.getByRole('textbox', { name: 'Website' }).fill('https://www.city.example/news');
  await page.getByRole('button', { name: 'Make a key for www.city.example' }).click();
  const preview = page.frameLocator('iframe[title="Preview of the list"]');
  await expect(preview.locator('folkmoot-projects[state=loaded]')).toBeVisible();
  const snippet = await page.locator('pre').innerText();
  const key = /key="(fmp_[^"]+)"/.exec(snippet)?.[1] as string;
  const [, script, integrity] = /src="([^"]+)"\s+integrity="sha384-([^"]+)"/.exec(snippet) ?? [];
  const content = Buffer.from(await (await fetch(script as string)).arrayBuffer());
  expect(createHash('sha384').update(content).digest('base64')).toBe(integrity);
  expect(await statusOf(key, 'https://www.city.example')).toBe(200);
  expect(await statusOf(key, 'https://other.example')).toBe(403);
  await page.getByText('Ideas', { exact: true }).click();
  await expect(page.getByLabel('Project', { exact: true }).getByRole('option')).not.toHaveCount(1);
  await expect(preview.locator('folkmoot-ideas[state=loaded]')).toBeVisible();

  await page.getByRole('link', { name: 'www.city.example' }).click();
  await page.getByRole('button', { name: 'Edit…' }).click();
  await page.getByLabel('Websites').fill('https://other.example');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => statusOf(key, 'https://other.example')).toBe(200);
  await page.getByRole('button', { name: 'Revoke…' }).click();
  await page.getByLabel(/Type the name of the client/).fill('www.city.example');
  await page.getByRole('button', { name: 'Revoke permanently' }).click();
  await expect.poll(() => statusOf(key, 'https://other.example')).toBe(401);
});

test('files are checked, corrected and imported', async ({ page }) => {
  const upload = async (rows: object[]) => {
    const buffer = gzipSync(rows.map((row) => JSON.stringify(row)).join('\n'));
    const file = { name: 'topics.ndjson.gz', mimeType: 'application/gzip', buffer };
    await page.locator('input[type=file]').setInputFiles([file]);
  };
  const topic = {
    id: '0d7c6c53-6a0b-4cf8-9f3a-0a6f0b1c2d3e',
    title: 'Imported in the console',
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: '2026-01-01T00:00:00.000Z',
  };
  await open(page, 'Data');
  await upload([topic, { id: 'no id', title: 'x' }]);
  await page.getByRole('button', { name: 'Dry run' }).click();
  await expect(page.getByText('The dry run found errors', { exact: true })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Errors' })).toContainText('topics.ndjson');
  await expect(page.getByRole('table', { name: 'Errors' })).toContainText(':2');
  await open(page, 'Data');
  await upload([topic]);
  await page.getByRole('button', { name: 'Dry run' }).click();
  await expect(page.getByText('The dry run found no errors', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Apply…' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Import' }).click();
  await expect(page.getByText('The import succeeded', { exact: true })).toBeVisible();
  await expect(page.getByText(/1 record new, 0 records changed, 0 records removed/).first()).toBeVisible();
});

test('a person is found, exported and erased', async ({ page }) => {
  await open(page, 'People');
  await page.getByLabel('E-mail address, name or id').fill('ndiaye');
  await page.getByRole('button', { name: 'Find' }).click();
  const person = page
    .getByRole('region')
    .filter({ has: page.getByRole('button', { name: 'Erase…' }) })
    .first();
  const id = await person.locator('code').first().innerText();
  const download = page.waitForEvent('download');
  await person.getByRole('button', { name: 'Export as zip' }).click();
  expect((await download).suggestedFilename()).toMatch(/\.zip$/);
  await person.getByRole('button', { name: 'Erase…' }).click();
  await page.getByRole('button', { name: 'Show what would change' }).click();
  await page.getByLabel('Type ERASE to confirm').fill('ERASE');
  await page.getByRole('button', { name: 'Erase permanently' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByRole('region', { name: 'The person is erased' })).toContainText(id);
  await page.getByLabel('E-mail address, name or id').fill(id);
  await page.getByRole('button', { name: 'Find' }).click();
  await expect(page.getByText('Nobody found')).toBeVisible();
  await open(page, 'Audit log');
  await expect(
    page
      .getByRole('table', { name: 'Audit log' })
      .getByText(/erased a person/)
      .first(),
  ).toBeVisible();
});

test('an export is started, downloaded and deleted', async ({ page }) => {
  await open(page, 'Exports');
  await page.getByRole('link', { name: 'New export' }).click();
  await page.getByText('SQLite', { exact: true }).click();
  await page.getByRole('button', { name: 'Start export' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Public export' })).toBeVisible();
  const name = page.getByRole('link', { name: 'Download ideas.parquet' });
  await expect(name).toBeVisible();
  const hash = await page
    .getByRole('row', { name: /^ideas\.parquet/ })
    .locator('code[title]')
    .getAttribute('title');
  const download = page.waitForEvent('download');
  await name.click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('ideas.parquet');
  const content = readFileSync(await file.path());
  expect(createHash('sha256').update(content).digest('hex')).toBe(hash);
  await page.getByRole('button', { name: 'Delete…' }).click();
  await page.getByRole('button', { name: 'Delete export' }).click();
  await expect(page.getByText('No exports yet')).toBeVisible();
  await open(page, 'Audit log');
  for (const action of ['started', 'downloaded a file of', 'deleted']) {
    await expect(
      page.getByRole('table', { name: 'Audit log' }).getByText(`${action} the export`).first(),
    ).toBeVisible();
  }
});

test('a session that ends on the server asks to sign in again', async ({ page }) => {
  const headers = { Authorization: `Bearer ${platform.adminKey}` };
  const url = `${platform.url}/admin/api/sessions`;
  const { sessions } = (await (await fetch(url, { headers })).json()) as { sessions: { id: string }[] };
  for (const { id } of sessions) await fetch(`${url}/${id}`, { method: 'DELETE', headers });
  await page.getByRole('link', { name: 'Clients', exact: true }).first().click();
  await expect(page.getByRole('alertdialog', { name: 'Your session has ended' })).toBeVisible();
});

test('the switch stops and starts the public API', async ({ page }) => {
  const status = async () => (await fetch(`${platform.url}/api/v2/ideas`)).status;
  await page.getByRole('button', { name: 'Turn off…' }).click();
  await page.getByRole('button', { name: 'Turn off', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'The public API is off' })).toBeVisible();
  await expect.poll(status).toBe(403);
  await page.getByRole('button', { name: 'Turn on…' }).click();
  await page.getByRole('button', { name: 'Turn on', exact: true }).click();
  await expect.poll(status).toBe(401);
});
