import type { Page } from '@playwright/test';
import { expectAccessible } from './accessibility';
import { createClients, uuid } from './fake/data';
import { expect, test } from './test';

const study = uuid(2);

test('10,000 clients are searched, filtered, sorted and paged', async ({ page, open, fake }) => {
  fake.state.clients = createClients(10_000);
  await open('/clients');
  await expect(page.getByText('1–24 of 10,000 clients')).toBeVisible();
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page.getByText('25–48 of 10,000 clients')).toBeVisible();
  await page.getByRole('button', { name: 'Name' }).click();
  await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending');
  await expect(page.getByText('1–24 of 10,000 clients')).toBeVisible();
  await page.getByLabel('Search name or id').fill('ashford');
  await expect(page.getByText('1 client', { exact: true })).toBeVisible();
  expect(new URL(page.url()).search).toBe('?sort=name&search=ashford');
  await page.getByLabel('Status').selectOption('revoked');
  await expect(page.getByText('No client matches')).toBeVisible();
  await page.getByRole('link', { name: 'Clear the search and the filters' }).click();
  await expect(page.getByText('1–24 of 10,000 clients')).toBeVisible();
  await expect(page.getByLabel('Search name or id')).toHaveValue('');
});

test('clients are cards on a phone', async ({ page, open }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open('/clients?search=website');
  const card = page.getByRole('list', { name: 'Clients' }).getByRole('listitem').first();
  await expect(card).toContainText('City website, events list');
  await expect(card).toContainText('May read');
  await page.getByLabel('Order').selectOption('name');
  await expect(page).toHaveURL(/sort=name/);
});

test('four questions create a client; the preview shows what each level reads', async ({
  page,
  open,
  fake,
}) => {
  await open('/clients/new');
  const preview = page.getByRole('group', { name: 'Fields of the record' });
  await expect(preview).toContainText('Rounded');
  await page.getByRole('radio', { name: 'Pseudonymous' }).check();
  await expect(preview).toContainText('Replaced by a pseudonym');
  await expect(preview).toContainText('d1f0a6b9-0c1b-4cf2-a6f4-8d38c13f6c55');
  await page.getByRole('radio', { name: 'Anonymous' }).check();
  await page.getByLabel('Resource of the preview').selectOption('users');
  await expect(page.getByText('Anonymous reads no users')).toBeVisible();
  await page.getByRole('button', { name: 'Create client' }).click();
  await expect(page.getByRole('alert')).toContainText('Enter a name');
  await page.getByLabel('Name', { exact: true }).fill('Library of Ashford');
  await page.getByText('All resources').click();
  await page.getByText('Ideas', { exact: true }).last().click();
  await expect(page.getByLabel('Last day')).toHaveValue('2027-11-23');
  await page.getByLabel('Last day').fill('2028-01-01');
  await expect(page.getByRole('alert')).toHaveText('The policy permits at most 366 days, until 23 Nov 2027.');
  await page.getByLabel('Last day').fill('2027-01-31');
  await page.getByRole('button', { name: 'Create client' }).click();
  await expect(page.getByRole('heading', { name: 'Library of Ashford is ready' })).toBeFocused();
  expect(fake.state.clients[0]).toMatchObject({
    name: 'Library of Ashford',
    access: 'anonymous',
    resources: ['ideas'],
    expires_at: '2027-01-31',
  });
  await expectAccessible(page);
});

test('the form says that a client already has the name', async ({ page, open }) => {
  await open('/clients/new');
  const notice = page.getByText('A client already has this name');
  await page.getByRole('textbox', { name: 'Name' }).fill('City website, events');
  await expect(notice).toBeHidden();
  await page.getByRole('textbox', { name: 'Name' }).fill('City website, events list');
  await expect(notice).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('textbox', { name: 'Name' }).fill('Another website');
  await expect(notice).toBeHidden();
});

test('the secret is copied, and leaving before it is stored needs a confirmation', async ({
  page,
  open,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open('/clients/new');
  await page.getByLabel('Name', { exact: true }).fill('Library');
  await page.getByRole('button', { name: 'Create client' }).click();
  await expect(page.getByText(/^fms_/).and(page.locator('[translate=no]'))).toBeVisible();
  await page.getByRole('button', { name: 'Copy secret' }).click();
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  expect(await clipboard()).toMatch(/^fms_/);
  await page.getByRole('button', { name: 'Copy .env' }).click();
  expect(await clipboard()).toContain('FOLKMOOT_CLIENT_SECRET=fms_');
  await page.getByRole('link', { name: 'Overview' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Leave without the secret?' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('heading', { name: 'Library is ready' })).toBeVisible();
  await page.getByText('I have stored the secret').click();
  await page.getByRole('button', { name: 'Continue to Library' }).click();
  await expect(page.getByText('No requests in this period')).toHaveCount(0);
  await expect(page).toHaveTitle('Library · Folkmoot console');
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain(
    'fms_',
  );
});

test('two administrators at once: a conflict shows what the other changed', async ({ page, open, fake }) => {
  const client = fake.state.clients.find(({ id }) => id === study);
  if (!client) throw new Error('no client');
  await open(`/clients/${study}`);
  await page.getByRole('button', { name: 'Edit…' }).click();
  const dialog = page.getByRole('dialog', { name: /^Edit University/ });
  await dialog.getByRole('radio', { name: 'Public' }).check();
  Object.assign(client, { name: 'University, turnout', access: 'full', version: 2 });
  await dialog.getByRole('button', { name: 'Save' }).click();
  const conflict = dialog.getByRole('alert');
  await expect(conflict).toContainText('Another administrator changed this client meanwhile');
  await expect(conflict).toContainText(
    /Name: University of Ashford, turnout study\s*changed to\s*University, turnout/,
  );
  await expect(conflict).toContainText('you entered Public');
  await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue('University, turnout');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save over it' }).click();
  await expect(dialog).toBeHidden();
  expect(client).toMatchObject({ name: 'University, turnout', access: 'public', version: 3 });
});

test('rotation shows the new secret, and a countdown for the previous one', async ({ page, open, fake }) => {
  await open(`/clients/${study}`);
  await page.getByRole('button', { name: 'Rotate secret…' }).click();
  const dialog = page.getByRole('alertdialog', { name: /Rotate the secret/ });
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await dialog.getByLabel('How long the previous secret still works').selectOption('1');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Create new secret' }).click();
  await expect(page.getByText(/^fms_/).first()).toBeVisible();
  await page.getByText('I have stored the secret').click();
  const client = fake.state.clients.find(({ id }) => id === study);
  const until = new Date((await page.evaluate(() => Date.now())) + 3_600_000).toISOString();
  Object.assign(client ?? {}, { previous_secret_expires_at: until });
  await page.getByRole('button', { name: /^Continue/ }).click();
  await page.reload();
  await expect(page.getByText(/For 59 min \d+ s more/)).toBeVisible();
});

async function openDialog(page: Page, button: string, name: RegExp) {
  await page.getByRole('button', { name: button }).click();
  const dialog = page.getByRole('alertdialog', { name });
  await expect(dialog).toBeVisible();
  return dialog;
}

test('disabling names what stops, and enabling reverts it', async ({ page, open, fake }) => {
  await open(`/clients/${study}`);
  const dialog = await openDialog(page, 'Disable…', /^Disable/);
  await expect(dialog).toContainText(
    /stops reading the platform \([\d,]+ requests today, [\d,]+ requests in 30 days/,
  );
  fake.fail('POST', /\/disable$/, 'disconnect');
  await dialog.getByRole('button', { name: 'Disable client' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Connection lost');
  fake.recover();
  await dialog.getByRole('button', { name: 'Disable client' }).click();
  await expect(page.getByText('This client is disabled')).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'is disabled' })).toBeAttached();
  await page.getByRole('button', { name: 'Enable' }).click();
  await expect(page.getByText('This client is disabled')).toHaveCount(0);
});

test('revoking needs the name of the client, and is final', async ({ page, open }) => {
  await open(`/clients/${study}`);
  const dialog = await openDialog(page, 'Revoke…', /^Revoke/);
  const revoke = dialog.getByRole('button', { name: 'Revoke permanently' });
  await expect(revoke).toBeDisabled();
  await dialog.getByRole('textbox').fill('University of Ashford, turnout study');
  await revoke.click();
  await expect(page.getByText('This client is revoked')).toBeVisible();
  await expect(page.getByRole('button', { name: /Rotate|Disable|Revoke|Edit/ })).toHaveCount(0);
});

test('the page of a client shows its use, and copies what it read', async ({ page, open, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(`/clients/${study}`);
  await expect(
    page.getByRole('img', { name: /Requests by day, last 30 days: [\d,]+ requests/ }),
  ).toBeVisible();
  await page.getByText('7 days', { exact: true }).click();
  await expect(page.getByRole('img', { name: /last 7 days/ })).toBeVisible();
  await page.getByRole('button', { name: 'Show as table' }).click();
  await expect(page.getByRole('table', { name: /Requests by day/ }).getByRole('row')).toHaveCount(8);
  await page.getByRole('button', { name: 'Show all 200 requests' }).click();
  await expect(page.getByRole('table', { name: 'Recent requests' }).getByRole('row')).toHaveCount(201);
  await page.getByRole('button', { name: 'Copy paragraph' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^Between 2 March 2026/);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV' }).click();
  expect((await download).suggestedFilename()).toBe('usage.csv');
});
