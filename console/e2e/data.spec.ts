import { writeFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expectAccessible } from './accessibility';
import { expect, test } from './test';

/** Imports the files after their dry run. */
async function apply(page: Page) {
  await page.getByRole('button', { name: 'Dry run' }).click();
  await page.getByRole('button', { name: 'Apply…' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Import' }).click();
}

const file = (name: string, content = '{}\n') => ({
  name,
  mimeType: 'application/gzip',
  buffer: Buffer.from(content),
});

test('a dry run shows errors with file and line; then the same files are imported', async ({
  page,
  open,
  fake,
}) => {
  fake.state.importFails = true;
  await open('/data');
  await expect(page.getByRole('button', { name: 'Dry run' })).toBeDisabled();
  await page.locator('input[type=file]').setInputFiles([file('ideas.ndjson.gz'), file('notes.csv')]);
  await expect(page.getByText('The name is not of the import format')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Dry run' })).toBeDisabled();
  await page.getByRole('button', { name: 'Remove notes.csv' }).click();
  await page.getByRole('button', { name: 'Dry run' }).click();
  await expect(page.getByRole('progressbar')).toBeVisible();
  await expect(page.getByText('The dry run found errors', { exact: true })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Errors' })).toContainText('ideas.ndjson.gz:17');
  await expect(
    page.getByRole('status').filter({ hasText: 'The dry run found errors. 3 errors' }),
  ).toBeAttached();
  await expectAccessible(page);
  await expect(page.getByRole('button', { name: 'Apply…' })).toHaveCount(0);
  fake.state.importFails = false;
  await page.locator('.above').click();
  await expect(page.getByText('ideas.ndjson.gz', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Dry run' }).click();
  await page.getByRole('button', { name: 'Apply…' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Import these files?' });
  await expect(dialog).toContainText('2 records new, 1 record changed, 0 records removed, as in the dry run');
  await expect(dialog).not.toContainText('another platform');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Import' }).click();
  await expect(page.getByText('12,400 rows, 24,800 per second')).toBeVisible();
  await expect(page.getByText('The import succeeded', { exact: true })).toBeVisible();
  await expect(page.getByText('2 records new, 1 record changed, 0 records removed, in 0 s.')).toBeVisible();
  await expect(page.getByText('Stored records became visible', { exact: true })).toBeVisible();
  await expect(page.getByText('At the level public: 3 projects, 12 ideas')).toBeVisible();
  expect(fake.state.uploads.map(({ dryRun }) => dryRun)).toEqual([true, true, false]);
  expect(fake.state.uploads[2]?.body).toContain('filename="ideas.ndjson.gz"');
});

test('a running import is cancelled after a confirmation', async ({ page, open, fake }) => {
  await open('/data');
  await page.locator('input[type=file]').setInputFiles([file('ideas.ndjson.gz')]);
  await page.getByRole('button', { name: 'Dry run' }).click();
  await page.getByRole('button', { name: 'Apply…' }).click();
  fake.state.importsHang = true;
  await page.getByRole('alertdialog').getByRole('button', { name: 'Import' }).click();
  await page.getByRole('button', { name: 'Cancel…' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Cancel this import?' });
  await expect(dialog).toContainText('Nothing is changed');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Cancel import' }).click();
  await expect(page.getByText('The import was cancelled', { exact: true })).toBeVisible();
  await expect(page.getByText('Nothing was changed, in 0 s.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cancel…' })).toBeHidden();
  expect(fake.state.imports[0]?.state).toBe('cancelled');
});

test('languages are removed only if the box is ticked, which a dry run retains', async ({
  page,
  open,
  fake,
}) => {
  await open('/data');
  const dryRun = async () => {
    await page.getByRole('button', { name: 'Dry run' }).click();
    await expect(page.getByText('The dry run found no errors', { exact: true })).toBeVisible();
    await page.locator('.above').click();
  };
  const remove = page.getByRole('checkbox', { name: 'Remove languages that platform.json leaves out' });
  await page.locator('input[type=file]').setInputFiles([file('ideas.ndjson.gz')]);
  await expect(remove).toBeHidden();
  await page.locator('input[type=file]').setInputFiles([file('platform.json')]);
  await expect(remove).not.toBeChecked();
  await dryRun();
  await page.getByText('Remove languages that platform.json leaves out').click();
  await dryRun();
  await expect(remove).toBeChecked();
  await expectAccessible(page);
  await apply(page);
  await expect(page.getByText('The import succeeded', { exact: true })).toBeVisible();
  await expect(page.getByText(/name, URL and languages from platform.json, in/)).toBeVisible();
  await page.locator('.above').click();
  await page.locator('input[type=file]').setInputFiles([file('platform.json')]);
  await expect(remove).not.toBeChecked();
  expect(fake.state.uploads.map(({ removesLocales }) => removesLocales)).toEqual([false, true, true, true]);
});

test('files are dropped', async ({ page, open }) => {
  await open('/data');
  const data = await page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(['{}'], 'comments.ndjson.gz'));
    return transfer;
  });
  const zone = page.locator('.drop-zone');
  await zone.dispatchEvent('dragover', { dataTransfer: data });
  await zone.dispatchEvent('drop', { dataTransfer: data });
  await expect(page.getByRole('list', { name: 'Chosen files' })).toContainText('comments.ndjson.gz');
  await expect(page.getByRole('status').filter({ hasText: '1 file added' })).toBeAttached();
});

test('an upload reports a running import and a lost connection', async ({ page, open, fake }) => {
  await open('/data');
  await page.locator('input[type=file]').setInputFiles([file('ideas.ndjson.gz')]);
  fake.failOnce('POST', /^\/imports$/, {
    status: 409,
    code: 'import-running',
    title: 'An import is running',
    detail: 'Wait until it has finished.',
  });
  await page.getByRole('button', { name: 'Dry run' }).click();
  await expect(page.getByRole('alert')).toContainText('Wait until it has finished.');
  fake.fail('POST', /^\/imports$/, 'disconnect');
  await page.getByRole('button', { name: 'Dry run' }).click();
  await expect(page.getByRole('alert')).toContainText('Connection lost');
  fake.recover();
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('The dry run found no errors', { exact: true })).toBeVisible();
  await expect(page.getByText('Stored records would become visible', { exact: true })).toBeVisible();
  await expectAccessible(page);
});

test('the progress of an import survives a lost connection', async ({ page, open, fake }) => {
  await open('/data');
  await page.locator('input[type=file]').setInputFiles([file('ideas.ndjson.gz')]);
  fake.fail('GET', /^\/imports\/.+$/, 'disconnect');
  await page.getByRole('button', { name: 'Dry run' }).click();
  await expect(page.getByText('Connection lost')).toBeVisible();
  fake.recover();
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('The dry run found no errors', { exact: true })).toBeVisible();
});

test('a file that was written after it was chosen is chosen again', async ({
  page,
  open,
  fake,
}, testInfo) => {
  const path = testInfo.outputPath('ideas.ndjson');
  writeFileSync(path, '{"id": 1}\n');
  await open('/data');
  await page.locator('input[type=file]').setInputFiles(path);
  writeFileSync(path, '{"id": "corrected"}\n');
  await page.getByRole('button', { name: 'Dry run' }).click();
  await expect(page.getByRole('alert')).toContainText('ideas.ndjson has changed since you chose it');
  await expect(page.getByRole('alert').getByRole('button', { name: 'Retry' })).toHaveCount(0);
  await expectAccessible(page);
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose again…' }).click();
  await (await chooser).setFiles(path);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.getByRole('button', { name: 'Dry run' }).click();
  await expect(page.getByText('The dry run found no errors', { exact: true })).toBeVisible();
  expect(fake.state.uploads.map(({ body }) => body)).toEqual([expect.stringContaining('corrected')]);
});

test('leaving the page during an upload needs a confirmation', async ({ page, open, fake }) => {
  await open('/data');
  await page.locator('input[type=file]').setInputFiles([file('ideas.ndjson.gz')]);
  let finish = () => {};
  fake.failOnce('POST', /^\/imports$/, new Promise<void>((resolve) => (finish = resolve)));
  await page.getByRole('button', { name: 'Dry run' }).click();
  await page.getByRole('link', { name: 'Overview' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Cancel the upload?' });
  await dialog.getByRole('button', { name: 'Stay' }).click();
  await expect(page.getByRole('progressbar', { name: 'Upload' })).toBeVisible();
  finish();
  await expect(page.getByText('The dry run found no errors', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Overview' }).click();
  await expect(page.getByRole('heading', { name: 'The public API is on' })).toBeVisible();
});

test('files without a record of the platform are announced before the import', async ({
  page,
  open,
  fake,
}) => {
  await open('/data');
  await page.locator('input[type=file]').setInputFiles([file('ideas.ndjson.gz')]);
  await page.getByRole('button', { name: 'Dry run' }).click();
  await expect(page.getByText('The dry run found no errors', { exact: true })).toBeVisible();
  const [entry] = fake.state.imports;
  for (const resource of entry?.resources ?? []) resource.updated = 0;
  await page.getByRole('link', { name: 'Overview' }).click();
  await page.clock.runFor(11_000);
  await page.goBack();
  await page.getByRole('button', { name: 'Apply…' }).click();
  await expect(page.getByRole('alertdialog')).toContainText('No record in the files is in the platform');
  await page.keyboard.press('Escape');
  await page.reload();
  await expect(page.getByRole('link', { name: 'choose the files again' })).toBeVisible();
});
