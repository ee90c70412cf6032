import { expectAccessible } from './accessibility';
import { uuid } from './fake/data';
import { createExport, EXPORT_CLIENT } from './fake/exports';
import { expect, test } from './test';

const full = `/exports/${uuid(9601)}`;

test('the list has pages, reasons of failures, clients, and the daily schedule', async ({ page, open }) => {
  await open('/exports');
  const table = page.getByRole('table', { name: 'Stored exports' });
  await expect(page.getByText('1–24 of 30 exports')).toBeVisible();
  const first = table.getByRole('row').nth(1);
  await expect(first).toContainText('by Marta Lind');
  await expect(first).toContainText('Parquet, CSV, NDJSON, SQLite');
  await expect(first).toContainText('20 resources');
  await expect(first).toContainText('1 min 24 s');
  await expect(first).toContainText('839.2 MB');
  await expect(table).toContainText('The file storage or the data folder is full.');
  await expect(table).toContainText('by the daily schedule');
  const schedule = page.getByRole('region', { name: 'Daily schedule' });
  await expect(schedule).toContainText('02:30, Europe/London');
  await expect(schedule).toContainText('Public');
  await expect(schedule).toContainText('deleted after 14 days');
  await expect(schedule.getByRole('link', { name: 'Open data portal' })).toBeVisible();
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page.getByText('25–30 of 30 exports')).toBeVisible();
  await expect(page).toHaveURL(/page=2$/);
  await table.getByRole('link', { name: 'Open data portal' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Open data portal' })).toBeVisible();
});

test('an export on a later page has a page of its own', async ({ page, open, fake }) => {
  await open(`/exports/${fake.state.exports.at(-1)?.id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Public export' })).toBeVisible();
  expect(fake.requests.filter((request) => request.startsWith('GET /exports?'))).toEqual([
    'GET /exports?page_number=1&page_size=24',
    'GET /exports?page_number=2&page_size=24',
  ]);
});

test('the files are shown by format, with hashes to copy and links to download', async ({
  page,
  open,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(full);
  await expect(page.getByText('839.2 MB in 64 files')).toBeVisible();
  const files = (name: string) => page.getByRole('table', { name: `Files: ${name}` });
  await expect(files('Parquet').getByRole('row')).toHaveCount(21);
  await page.getByRole('radio', { name: 'SQLite' }).check();
  await expect(files('SQLite')).toContainText('435,716');
  await page.getByRole('radio', { name: 'About' }).check();
  await expect(files('About')).toContainText('datapackage.json');
  await page.getByRole('radio', { name: 'CSV' }).check();
  const row = files('CSV').getByRole('row', { name: /^ideas\.csv/ });
  const hash = await row.locator('code[title]').getAttribute('title');
  expect(hash).toMatch(/^[0-9a-f]{64}$/);
  await page.getByRole('button', { name: 'Copy the SHA-256 of ideas.csv' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(hash);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download ideas.csv' }).click();
  expect((await download).suggestedFilename()).toBe('ideas.csv');
  await expect(page.getByRole('link', { name: 'Download everything as zip' })).toHaveAttribute(
    'href',
    /^\/admin\/api\/exports\/[0-9a-f-]{36}\/archive$/,
  );
});

test('an export starts and runs until it has succeeded', async ({ page, open, fake }) => {
  fake.state.exportEnd = undefined;
  await open('/exports');
  await page.getByRole('link', { name: 'New export' }).click();
  await expect(page.getByText('Every active client with exactly the access level public')).toBeVisible();
  await page.getByText('CSV', { exact: true }).click();
  await page.getByText('SQLite', { exact: true }).click();
  await page.getByRole('button', { name: 'Start export' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Public export' })).toBeFocused();
  await expect(page.getByRole('progressbar', { name: 'Writing files' })).toBeVisible();
  await expect(page.getByText(/^\d+ s so far$/)).toBeVisible();
  await expectAccessible(page);
  expect(fake.state.exports[0]).toMatchObject({
    access: 'public',
    client_id: null,
    formats: ['parquet', 'sqlite'],
  });
  fake.state.exportEnd = { state: 'succeeded', reason: null };
  await expect(page.getByRole('link', { name: 'Download ideas.parquet' })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'The export succeeded' })).toBeAttached();
});

test('the list follows a running export until it fails', async ({ page, open, fake }) => {
  fake.state.exportEnd = undefined;
  fake.state.exports.unshift(createExport(9801, { state: 'running' }));
  await open('/exports');
  const first = page.getByRole('table', { name: 'Stored exports' }).getByRole('row').nth(1);
  await expect(first).toContainText('Running');
  await expect(first).toContainText('so far');
  fake.state.exportEnd = { state: 'failed', reason: 'The export failed. The log has the cause.' };
  await expect(first).toContainText('Failed');
  await expect(first).toContainText('The log has the cause.');
  const reads = () => fake.requests.filter((request) => request.startsWith('GET /exports')).length;
  await expect.poll(reads).toBeGreaterThan(3);
  const before = reads();
  await page.clock.runFor(10_000);
  expect(reads()).toBe(before);
});

test('an export with pseudonyms needs a client, which is found by its name', async ({ page, open, fake }) => {
  await open('/exports/new');
  await page.getByRole('radio', { name: 'Pseudonymous' }).check();
  await expect(page.getByRole('status').filter({ hasText: /clients? with the level/ })).toBeVisible();
  await page.getByRole('button', { name: 'Start export' }).click();
  await expect(page.getByRole('alert')).toHaveText('Choose the client that the export is for.');
  await expect(page.getByLabel('Client', { exact: true })).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('Client', { exact: true }).fill('nobody has this name');
  await expect(page.getByText('No active client of this level matches')).toBeVisible();
  await page.getByLabel('Client', { exact: true }).fill('open data');
  await page.getByRole('radio', { name: 'Open data portal' }).check();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.getByLabel('Client', { exact: true }).fill('00014');
  await expect(page.getByRole('radio', { name: 'Client 00014' })).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Open data portal' })).toBeChecked();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Start export' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Pseudonymous export' })).toBeVisible();
  expect(fake.state.exports[0]).toMatchObject({ access: 'pseudonymous', client_id: EXPORT_CLIENT });
});

test('the page of a client leads to an export for it; another level needs no client', async ({
  page,
  open,
  fake,
}) => {
  await open(`/clients/${EXPORT_CLIENT}`);
  await page.getByRole('link', { name: 'Start an export for this client' }).click();
  await expect(page.getByRole('radio', { name: 'Open data portal' })).toBeChecked();
  await page.getByRole('radio', { name: 'Anonymous' }).check();
  await page.getByRole('button', { name: 'Start export' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Anonymous export' })).toBeVisible();
  expect(fake.state.exports[0]).toMatchObject({ access: 'anonymous', client_id: null });
});

test('errors of the server are shown at the fields', async ({ page, open, fake }) => {
  await open(`/exports/new?client=${EXPORT_CLIENT}`);
  const client = fake.state.clients.find(({ id }) => id === EXPORT_CLIENT);
  if (client) client.status = 'disabled';
  await page.getByRole('button', { name: 'Start export' }).click();
  const field = page.getByLabel('Client', { exact: true });
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toHaveAccessibleDescription(/must be the id of an active client/);
  await page.getByRole('radio', { name: 'Public' }).check();
  for (const format of ['Parquet', 'CSV']) await page.getByText(format, { exact: true }).click();
  await page.getByRole('button', { name: 'Start export' }).click();
  await expect(page.getByRole('alert')).toHaveText('Select at least one format.');
  await page.getByText('NDJSON', { exact: true }).click();
  fake.failOnce('POST', /^\/exports$/, { status: 503, title: 'Service unavailable', detail: 'Retry later.' });
  await page.getByRole('button', { name: 'Start export' }).click();
  await expect(page.getByRole('alert')).toContainText('Retry later.');
  await page.getByRole('button', { name: 'Start export' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Public export' })).toBeVisible();
});

test('only one export runs at a time', async ({ page, open, fake }) => {
  fake.state.exportEnd = undefined;
  await open('/exports/new');
  await expect(page.getByText('Another export is running')).toHaveCount(0);
  fake.state.exports.unshift(createExport(9801, { state: 'running', actor_name: 'Jonas Weber' }));
  await page.getByRole('button', { name: 'Start export' }).click();
  const notice = page.getByRole('alert');
  await expect(notice).toContainText('Another export is running');
  await expect(notice).toContainText('by Jonas Weber');
  await notice.getByRole('link', { name: 'Show the running export' }).click();
  await expect(page.getByText('Started 22 Nov 2026, 14:05 by Jonas Weber')).toBeVisible();
});

test('an export is deleted after a confirmation', async ({ page, open, fake }) => {
  await open(full);
  await page.getByRole('button', { name: 'Delete…' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete this export?' });
  await expect(dialog).toContainText('64 files with 839.2 MB are deleted.');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(fake.state.exports).toHaveLength(30);
  await page.getByRole('button', { name: 'Delete…' }).click();
  fake.fail('DELETE', /^\/exports\//, 'disconnect');
  await dialog.getByRole('button', { name: 'Delete export' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Connection lost');
  fake.recover();
  await dialog.getByRole('button', { name: 'Delete export' }).click();
  await expect(page.getByText('1–24 of 29 exports')).toBeVisible();
  await page.goBack();
  await expect(page.getByText('This export does not exist any more')).toBeVisible();
});

test('an export that somebody else deleted meanwhile counts as deleted', async ({ page, open, fake }) => {
  await open(full);
  await page.getByRole('button', { name: 'Delete…' }).click();
  fake.state.exports.shift();
  await page.getByRole('button', { name: 'Delete export' }).click();
  await expect(page.getByText('1–24 of 29 exports')).toBeVisible();
});

test('a running export is stopped', async ({ page, open, fake }) => {
  fake.state.exportEnd = undefined;
  fake.state.exports = [createExport(9801, { state: 'running' })];
  await open(`/exports/${uuid(9801)}`);
  await page.getByRole('button', { name: 'Stop and delete…' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Stop and delete this export?' });
  await dialog.getByRole('button', { name: 'Stop and delete' }).click();
  await expect(page.getByText('No exports yet')).toBeVisible();
});

test('without exports, the page says what they are for', async ({ page, open, fake }) => {
  fake.state.exports = [];
  fake.state.settings = fake.state.settings.map((setting) =>
    setting.name === 'export-at' ? { ...setting, value: null } : setting,
  );
  await open('/exports');
  await expect(page.getByText('No exports yet')).toBeVisible();
  await expect(page.getByText('folkmoot export')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Daily schedule' })).toContainText(
    'There are no daily exports.',
  );
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Start the first export' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'New export' })).toBeFocused();
});

test('auditors see exports and their files, and can neither download, delete nor start them', async ({
  page,
  open,
  fake,
}) => {
  fake.state.role = 'auditor';
  await open('/exports');
  await expect(page.getByText('1–24 of 30 exports')).toBeVisible();
  await expect(page.getByRole('link', { name: 'New export' })).toHaveCount(0);
  await page.getByRole('table').getByRole('link').first().click();
  await expect(page.getByText('Only administrators can download files here.')).toBeVisible();
  await expect(page.getByRole('link', { name: /^Download/ })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Delete…' })).toHaveCount(0);
  await page.goto(page.url().replace(/exports.*/, 'exports/new'));
  await expect(page.getByText('Auditors cannot start exports')).toBeVisible();
});

test('an export is started with keys alone', async ({ page, open, fake }) => {
  await open('/exports/new');
  await page.getByRole('radio', { name: 'Public' }).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: 'Pseudonymous' })).toBeChecked();
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Client', { exact: true })).toBeFocused();
  await page.keyboard.type('open data');
  await expect(page.getByText('1 client with the level pseudonymous')).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await expect(page.getByRole('radio', { name: 'Open data portal' })).toBeChecked();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await expect(page.getByRole('checkbox', { name: /^Parquet/ })).not.toBeChecked();
  await page.getByRole('button', { name: 'Start export' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Pseudonymous export' })).toBeFocused();
  expect(fake.state.exports[0]).toMatchObject({ client_id: EXPORT_CLIENT, formats: ['csv'] });
});

test('a download with an ended session asks to sign in again', async ({ page, open, fake }) => {
  await open(full);
  const link = page.getByRole('link', { name: 'Download ideas.parquet' });
  await expect(link).toBeVisible();
  fake.state.sessions.clear();
  await link.click();
  await expect(page.getByRole('alertdialog', { name: 'Your session has ended' })).toBeVisible();
});
