import { expectAccessible, expectNoOverflow } from './accessibility';
import { uuid } from './fake/data';
import { expect, test } from './test';

test('one press shows who may read a kind of personal data, and who was refused', async ({ page, open }) => {
  await open('/clients?sort=created_at');
  const names = page.getByRole('table', { name: 'Clients' }).getByRole('rowheader');
  await expect(names).toHaveCount(24);
  await page.getByRole('button', { name: 'E-mail addresses' }).click();
  await expect(page).toHaveURL(/personal_data=email-addresses/);
  await expect(names.first()).toContainText('Power BI of the mayor’s office');
  for (const row of await page
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader') })
    .all()) {
    await expect(row.getByRole('img', { name: 'E-mail addresses' })).toBeVisible();
  }
  await page.reload();
  await expect(page.getByRole('button', { name: 'E-mail addresses' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await page.getByRole('button', { name: 'E-mail addresses' }).click();
  await page.getByRole('button', { name: 'Refused in 30 days' }).click();
  await expect(names).toHaveCount(5);
  await page.getByRole('button', { name: 'Names' }).click();
  await expect(page.getByText('No client matches')).toBeVisible();
  await page.getByRole('link', { name: 'Clear the search and the filters' }).click();
  await expect(names).toHaveCount(24);
});

test('a row has the owner, what was read, and the last refusal with its reason', async ({ page, open }) => {
  await open('/clients?sort=created_at');
  const row = page.getByRole('row', { name: /University of Ashford, turnout study/ });
  await expect(row).toContainText('University of Ashford, Institute of Politics');
  await expect(row).toContainText('110.4k records');
  await expect(row).toContainText('lists, changes');
  await expect(row.getByRole('img')).toHaveCount(2);
  await row.getByRole('link', { name: 'Email campaigns not included, 2 hours ago' }).click();
  await expect(page.getByRole('heading', { name: 'Email campaigns not included' })).toBeVisible();
});

test('columns are sorted in both directions', async ({ page, open }) => {
  await open('/clients');
  for (const [name, sort] of [
    ['Name', 'name'],
    ['Last request', 'last_request_at'],
    ['Last day', 'expires_at'],
  ]) {
    const header = page.getByRole('columnheader', { name });
    await header.getByRole('button').click();
    await expect(header).toHaveAttribute('aria-sort', 'ascending');
    await expect(page).toHaveURL(new RegExp(`sort=${sort}$`));
    await header.getByRole('button').click();
    await expect(header).toHaveAttribute('aria-sort', 'descending');
    await expect(page).toHaveURL(new RegExp(`sort=-${sort}$`));
  }
});

test('a client is found by its owner', async ({ page, open }) => {
  await open('/clients');
  await page.getByLabel('Search name, owner or id').fill('institute of politics');
  await expect(page.getByRole('rowheader')).toHaveText([/^University of Ashford, turnout study/]);
});

test('several clients are renewed, each with its version; what failed is named', async ({
  page,
  open,
  fake,
}) => {
  await open('/clients?sort=created_at');
  await page.getByRole('checkbox', { name: 'Select City website, events list' }).check();
  await page.getByRole('checkbox', { name: 'Select Open data portal' }).check();
  const bar = page.getByRole('group', { name: 'Selected clients' });
  await expect(bar).toContainText('2 clients selected');
  await expectAccessible(page);
  await bar.getByRole('button', { name: 'Renew…' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Renew 2 clients?' });
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expect(dialog).toContainText('City website, events list');
  await dialog.getByRole('radio', { name: '6 months' }).check();
  await expectAccessible(page);
  Object.assign(fake.state.clients[2] ?? {}, { version: 7 });
  await dialog.getByRole('button', { name: 'Renew', exact: true }).click();
  await expect(dialog.getByRole('alert')).toContainText('1 of 2 changed, the others not');
  await expect(dialog.getByRole('alert')).toContainText('Open data portal');
  await expect(dialog.getByRole('alert')).toContainText('The client has version 7, not 1.');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Close' }).click();
  expect(fake.state.clients.slice(0, 3).map(({ expires_at }) => expires_at)).toEqual([
    '2027-05-22',
    '2026-12-10',
    '2026-12-21',
  ]);
  // The list has the new version, so that the second attempt succeeds.
  await bar.getByRole('button', { name: 'Renew…' }).click();
  await dialog.getByRole('button', { name: 'Renew', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('2 clients are renewed').first()).toBeVisible();
  expect(fake.state.clients[2]?.expires_at).toBe('2027-11-22');
});

test('several clients are disabled', async ({ page, open, fake }) => {
  await open('/clients?sort=created_at');
  await page.getByRole('checkbox', { name: 'Select all clients of this page' }).check();
  const bar = page.getByRole('group', { name: 'Selected clients' });
  await expect(bar).toContainText('23 clients selected');
  await page.getByRole('checkbox', { name: 'Select all clients of this page' }).uncheck();
  await expect(bar).toHaveCount(0);
  await page.getByRole('checkbox', { name: 'Select City website, events list' }).check();
  await page.getByRole('checkbox', { name: 'Select Regional archive' }).check();
  await bar.getByRole('button', { name: 'Disable…' }).click();
  // The other one is disabled already.
  const dialog = page.getByRole('alertdialog', { name: 'Disable City website, events list?' });
  await dialog.getByRole('button', { name: 'Disable', exact: true }).click();
  await expect(dialog).toBeHidden();
  expect(fake.state.clients[0]?.status).toBe('disabled');
});

test('a client is renewed within the maximum of the policy', async ({ page, open, fake }) => {
  fake.state.maxDays = 100;
  await open('/clients?sort=created_at');
  await page.getByRole('button', { name: 'Renew City website, events list…' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Renew City website, events list?' });
  await expect(dialog.getByRole('radio')).toHaveCount(2);
  await expect(dialog.getByRole('radio', { name: '3 months until 22 Feb 2027' })).toBeChecked();
  await dialog.getByRole('radio', { name: 'Another day' }).check();
  await dialog.getByLabel('Last day').fill('2027-05-01');
  await expect(dialog).toContainText('The policy permits at most 100 days, until 2 Mar 2027.');
  await expect(dialog.getByRole('button', { name: 'Renew', exact: true })).toBeDisabled();
  await dialog.getByLabel('Last day').fill('2027-03-01');
  await dialog.getByRole('button', { name: 'Renew', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Renew City website, events list…' })).toBeFocused();
  expect(fake.state.clients[0]?.expires_at).toBe('2027-03-01');
});

test('a renewal that ends the access earlier says so', async ({ page, open }) => {
  await open('/clients?sort=created_at');
  await page.getByRole('checkbox', { name: 'Select Planning office dashboard' }).check();
  await page.getByRole('checkbox', { name: 'Select City website, events list' }).check();
  await page.getByRole('group', { name: 'Selected clients' }).getByRole('button', { name: 'Renew…' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Renew 2 clients?' });
  await expect(dialog).toContainText('Planning office dashboard ends earlier than now.');
  await expectAccessible(page);
});

test('a renewal shows the error if the policy cannot be read', async ({ page, open, fake }) => {
  fake.fail('GET', /^\/access-levels$/, {
    status: 503,
    title: 'Unavailable',
    detail: 'The server restarts.',
  });
  await open('/clients?sort=created_at');
  await page.getByRole('button', { name: 'Renew City website, events list…' }).click();
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('The server restarts.');
  fake.recover();
  await page.getByRole('dialog').getByRole('button', { name: 'Retry' }).click();
  await expect(
    page.getByRole('alertdialog').getByRole('button', { name: 'Renew', exact: true }),
  ).toBeEnabled();
});

test('a client that expires soon, or has expired, is renewed on its page', async ({ page, open, fake }) => {
  await open(`/clients/${uuid(1)}`);
  await expect(page.getByText('This client expires soon')).toBeVisible();
  await page.getByRole('button', { name: /^Renew/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Renew' }).click();
  await expect(page.getByText('This client expires soon')).toHaveCount(0);
  expect(fake.state.clients[0]?.expires_at).toBe('2027-11-22');
  await open(`/clients/${uuid(11)}`);
  await expect(page.getByText('This client has expired')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Renew/ })).toBeVisible();
});

test('auditors see the register, and change nothing', async ({ page, open, fake }) => {
  fake.state.role = 'auditor';
  await open('/clients?sort=created_at');
  await expect(page.getByRole('rowheader')).toHaveCount(24);
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Renew/ })).toHaveCount(0);
  await expectAccessible(page);
});

test('the register fits into a window of 320 px, and is usable with forced colours', async ({
  page,
  open,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.setViewportSize({ width: 320, height: 700 });
  await open('/clients?sort=created_at&personal_data=names');
  await expect(page.getByRole('list', { name: 'Clients' })).toBeVisible();
  await expectNoOverflow(page);
  await expect(page.getByRole('button', { name: 'Names' })).toHaveCSS('outline-style', 'solid');
});
