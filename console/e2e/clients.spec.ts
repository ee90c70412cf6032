import type { Page } from '@playwright/test';
import { expectAccessible, expectNoOverflow } from './accessibility';
import { createClients, uuid } from './fake/data';
import { expect, test } from './test';

const study = uuid(2);

test('10,000 clients are searched, filtered, sorted and paged', async ({ page, open, fake }) => {
  fake.state.clients = createClients(10_000);
  await open('/clients');
  await expect(page.getByText('1–24 of 10,000 clients')).toBeVisible();
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page.getByText('25–48 of 10,000 clients')).toBeVisible();
  await page.getByRole('button', { name: 'Name', exact: true }).click();
  await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending');
  await expect(page.getByText('1–24 of 10,000 clients')).toBeVisible();
  await page.getByLabel('Search name, owner or id').fill('turnout');
  await expect(page.getByText('1 client', { exact: true })).toBeVisible();
  expect(new URL(page.url()).search).toBe('?sort=name&search=turnout');
  await page.getByLabel('Status').selectOption('revoked');
  await expect(page.getByText('No client matches')).toBeVisible();
  await page.getByRole('link', { name: 'Clear the search and the filters' }).click();
  await expect(page.getByText('1–24 of 10,000 clients')).toBeVisible();
  await expect(page.getByLabel('Search name, owner or id')).toHaveValue('');
});

test('clients are cards on a phone', async ({ page, open }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open('/clients?search=website');
  const card = page.getByRole('list', { name: 'Clients' }).getByRole('listitem').first();
  await expect(card).toContainText('City website, events list');
  await expect(card).toContainText('Access level');
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
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await page.getByLabel('Name', { exact: true }).fill('Library of Ashford');
  await page.getByText('All resources').click();
  await expect(page.getByText('No resource is selected')).toBeVisible();
  await page.getByRole('button', { name: 'Create client' }).click();
  await expect(page.getByRole('alert')).toContainText('Select at least one resource');
  await expect(page.getByRole('checkbox', { name: 'All resources' })).toBeFocused();
  await page.getByText('Ideas', { exact: true }).last().click();
  await expect(page.getByLabel('Last day', { exact: true })).toHaveValue('2027-11-23');
  await page.getByLabel('Last day', { exact: true }).fill('2028-01-01');
  await expect(page.getByRole('alert')).toHaveText('The policy permits at most 366 days, until 23 Nov 2027.');
  await page.getByLabel('Last day', { exact: true }).fill('2027-01-31');
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
  await page.getByText('Power BI, Excel').click();
  await expect(page.getByRole('link', { name: 'steps for this tool' })).toHaveAttribute(
    'href',
    'https://participate.ashford.example/guides/use-analysis-tools#power-bi-and-excel',
  );
  await page.getByRole('button', { name: 'Copy Query' }).click();
  expect(await clipboard()).toBe('Folkmoot("ideas")');
  await page.getByText('R', { exact: true }).click();
  await page.getByRole('button', { name: 'Copy read_all.R' }).click();
  expect(await clipboard()).toContain('api <- "https://participate.ashford.example/api/v2"');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Overview' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Leave without the secret?' });
  await dialog.getByRole('button', { name: 'Stay' }).click();
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
  await expect(conflict).toBeInViewport({ ratio: 1 });
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
  await dialog.getByLabel('How long the current secret still works').selectOption('1');
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
  await page.getByRole('button', { name: 'Rotate secret…' }).click();
  await expect(dialog).toContainText('This ends the previous secret at once');
  await expect(dialog).toContainText(/works until 22 Nov 2026, 15:0\d/);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Wait' }).click();
  await expect(page.getByText('The previous secret still works')).toBeVisible();
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

test('the activity of a client shows its requests and what it read', async ({ page, open }) => {
  await open(`/clients/${study}/activity`);
  await expect(
    page.getByRole('img', { name: /Requests by day, last 30 days: [\d,]+ requests/ }),
  ).toBeVisible();
  await page.getByText('7 days', { exact: true }).click();
  await expect(page.getByRole('img', { name: /last 7 days/ })).toBeVisible();
  await page.getByRole('button', { name: 'Show as table' }).click();
  await expect(page.getByRole('table', { name: /Requests by day/ }).getByRole('row')).toHaveCount(8);
  const read = page.getByRole('table', { name: 'Records by resource' });
  await expect(read.getByRole('row', { name: /^Ideas 86,859 4,200 – 91,059$/ })).toBeVisible();
  await page.getByRole('button', { name: 'Show all 200 requests' }).click();
  await expect(page.getByRole('table', { name: 'Recent requests' }).getByRole('row')).toHaveCount(201);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV' }).click();
  expect((await download).suggestedFilename()).toBe('usage.csv');
});

test('more access names the kinds of personal data that become readable, and needs a confirmation', async ({
  page,
  open,
  fake,
}) => {
  const client = fake.state.clients.find(({ id }) => id === study);
  Object.assign(client ?? {}, { access: 'full', resources: ['projects'] });
  await open(`/clients/${study}`);
  await page.getByRole('button', { name: 'Edit…' }).click();
  const dialog = page.getByRole('dialog', { name: /^Edit University/ });
  const save = dialog.getByRole('button', { name: 'Save' });
  await dialog.getByText('Topics', { exact: true }).click();
  await expect(save).toBeEnabled();
  await dialog.getByText('Users', { exact: true }).click();
  await expect(dialog).toContainText('It can read in addition: Topics, Users.');
  await expect(dialog).toContainText('Names become readable, in Users.');
  await expect(dialog).toContainText('E-mail addresses become readable, in Users.');
  await expect(save).toBeDisabled();
  await dialog.getByText('This client may read: Names, E-mail addresses, Ballots and answers').click();
  await expect(save).toBeEnabled();
  await dialog.getByText('Ballots', { exact: true }).click();
  await expect(dialog).toContainText('Ballots and answers become readable, in Ballots, Users.');
  await expect(save).toBeDisabled();
  await expectAccessible(page);
  await dialog.getByText(/^This client may read:/).click();
  await save.click();
  await expect(dialog).toBeHidden();
  expect(client).toMatchObject({ resources: ['projects', 'baskets', 'topics', 'users'] });
  await expect(page.getByText('Personal data that it may read')).toBeVisible();
});

test('less access names the kinds of personal data that become unreadable', async ({ page, open, fake }) => {
  const client = fake.state.clients.find(({ id }) => id === study);
  Object.assign(client ?? {}, { access: 'full', resources: ['ideas', 'users'] });
  await open(`/clients/${study}`);
  await page.getByRole('button', { name: 'Edit…' }).click();
  const dialog = page.getByRole('dialog', { name: /^Edit University/ });
  await dialog.getByText('Users', { exact: true }).click();
  await expect(dialog).toContainText('These get status 403: Users.');
  await expect(dialog).toContainText('Names are no longer readable, in Users.');
  await dialog.getByRole('radio', { name: 'Public' }).check();
  await expect(dialog).toContainText('Texts are no longer readable, in Ideas.');
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeEnabled();
});

test('the id of a client is copied', async ({ page, open, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(`/clients/${study}`);
  await page.getByRole('button', { name: 'Copy the client ID' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(study);
});

test('leaving a new client asks before what was entered is lost', async ({ page, open }) => {
  await open('/clients/new');
  await page.getByRole('link', { name: 'Audit log' }).click();
  await page.getByRole('link', { name: 'Clients', exact: true }).click();
  await page.getByRole('link', { name: 'New client' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Library');
  await page.getByRole('link', { name: 'Overview' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Discard the new client?' });
  await dialog.getByRole('button', { name: 'Stay' }).click();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Library');
  await page.getByRole('link', { name: 'Overview' }).click();
  await dialog.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('heading', { name: 'The public API is on' })).toBeVisible();
});

test('the link above a client returns to the search and the page of the list', async ({ page, open }) => {
  await open('/clients?status=active&page=2');
  await page.getByRole('table', { name: 'Clients' }).getByRole('link').first().click();
  await page.locator('.above').click();
  await expect(page.getByText(/^25–48 of/)).toBeVisible();
  await expect(page.getByLabel('Status')).toHaveValue('active');
});

test('a page after the last one leads to it', async ({ page, open }) => {
  await open('/clients?page=9999');
  await expect(page.getByText('Page 9,999 is empty')).toBeVisible();
  await page.getByRole('button', { name: 'Go to the last page' }).click();
  await expect(page.getByText('49–60 of 60 clients')).toBeVisible();
});

test('rows of the previous filter are dimmed until those of the new one arrive', async ({
  page,
  open,
  fake,
}) => {
  await open('/clients');
  const table = page.getByRole('table', { name: 'Clients' });
  await expect(table).toBeVisible();
  let finish = () => {};
  fake.failOnce('GET', /^\/clients$/, new Promise<void>((resolve) => (finish = resolve)));
  await page.getByLabel('Status').selectOption('revoked');
  await expect(page.locator('[aria-busy=true]')).toContainText('Client 00059');
  await expect(page.getByRole('group', { name: 'Clients' })).toHaveCSS('opacity', '0.55');
  finish();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await expect(page.getByText('1 client', { exact: true })).toBeVisible();
});

test('a new secret is shown from the top of its page', async ({ page, open }) => {
  await page.setViewportSize({ width: 1440, height: 700 });
  await open('/clients/new');
  await page.getByLabel('Name', { exact: true }).fill('Library');
  await page.getByRole('button', { name: 'Create client' }).click();
  await expect(page.getByRole('heading', { name: 'Library is ready' })).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

test('names without spaces break nothing', async ({ page, open, fake }) => {
  const name = 'N'.repeat(200);
  for (const client of fake.state.clients.slice(0, 2)) client.name = name;
  const [person] = fake.state.people;
  Object.assign(person ?? {}, { first_name: name, last_name: 'Holt' });
  for (const width of [390, 768, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    await open('/clients?sort=-created_at&search=NNN');
    await expectNoOverflow(page);
    const frame = page.locator('.table-frame');
    if (width === 1440) {
      expect(await frame.evaluate((each) => each.scrollWidth - each.clientWidth)).toBeLessThanOrEqual(0);
    }
    await open(`/clients/${study}`);
    await page.getByRole('button', { name: 'Revoke…' }).click();
    const dialog = page.getByRole('alertdialog');
    expect(await dialog.evaluate((each) => each.scrollWidth - each.clientWidth)).toBeLessThanOrEqual(0);
    await page.keyboard.press('Escape');
    await expectNoOverflow(page);
    await open('/people');
    await page.getByLabel('E-mail address, name or id').fill('holt');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Erase…' })).toBeVisible();
    await expectNoOverflow(page);
  }
});

test('the page of a new client ends with its form', async ({ page, open }) => {
  await open('/clients/new');
  await expect(page.getByRole('group', { name: 'Fields of the record' })).toBeVisible();
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    const space = () =>
      page.evaluate(() => {
        const button = [...document.querySelectorAll('button')].find(
          ({ textContent }) => textContent === 'Create client',
        );
        return (
          document.documentElement.scrollHeight - scrollY - (button?.getBoundingClientRect().bottom ?? 0)
        );
      });
    await expect.poll(space).toBeLessThan(80);
  }
});

for (const width of [768, 1024, 1280]) {
  test(`tables fit into a window of ${width} px`, async ({ page, open, fake }) => {
    await page.setViewportSize({ width, height: 900 });
    for (const client of fake.state.clients) client.name = `Neighbourhood ${client.name}`;
    for (const path of ['/clients', '/administrators', '/audit']) {
      await open(path);
      const frames = page.locator('.table-frame');
      await expect(frames.first()).toBeVisible();
      for (const frame of await frames.all()) {
        expect(await frame.evaluate((each) => each.scrollWidth - each.clientWidth)).toBeLessThanOrEqual(0);
      }
    }
    await open('/clients');
    const heights = await page.locator('tbody tr').evaluateAll((rows) => rows.map((row) => row.clientHeight));
    expect(Math.max(...heights)).toBeLessThan(75);
  });
}
