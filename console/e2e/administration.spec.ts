import { expectAccessible } from './accessibility';
import { expect, test } from './test';

test('the switch names what stops', async ({ page, open, fake }) => {
  await open('/');
  await page.getByRole('button', { name: 'Turn off…' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Turn off the public API?' });
  await expect(dialog).toContainText('57 active clients can read nothing');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Turn off' }).click();
  await expect(page.getByRole('heading', { name: 'The public API is off' })).toBeVisible();
  expect(fake.state.isPublicApiOn).toBe(false);
  await page.getByRole('button', { name: 'Turn on…' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByRole('heading', { name: 'The public API is on' })).toBeVisible();
});

test('warnings lead to what solves them', async ({ page, open, fake }) => {
  fake.state.warnings.push(
    ...Array.from({ length: 4 }, (_, index) => ({ code: 'x', text: `Warning ${index}` })),
  );
  await open('/');
  await page.getByRole('button', { name: 'Show 2 more warnings' }).click();
  await expect(page.getByText('Warning 3')).toBeVisible();
  await page.getByRole('link', { name: 'Open the client' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'City website, events list' })).toBeVisible();
});

test('the audit log is filtered and downloaded', async ({ page, open, fake }) => {
  await open('/audit');
  await page.getByLabel('Action').selectOption('clients.create');
  await expect(page.getByRole('table', { name: 'Audit log' })).not.toContainText('signed in');
  await page.getByLabel('By', { exact: true }).fill('root');
  await expect(page).toHaveURL(/actor=root/);
  await page.getByLabel('From').fill('2026-11-10');
  await expect(page).toHaveURL(/from=2026-11-10/);
  await expect(page.getByRole('table', { name: 'Audit log' })).toContainText('command line');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV' }).click();
  expect((await download).suggestedFilename()).toBe('audit.csv');
  expect(fake.requests.at(-1)).toBe(
    'GET /audit.csv?action=clients.create&actor=root&from=2026-11-10T00%3A00%3A00.000Z',
  );
});

test('the audit log has sentences, and one format of dates', async ({ page, open, fake }) => {
  const [entry] = fake.state.audit;
  entry?.changes.push({ field: 'revoked_at', from: null, to: '2026-11-28T15:37:15.408Z' });
  await open('/audit');
  const first = page.getByRole('table', { name: 'Audit log' }).getByRole('row').nth(1);
  await expect(first).toContainText('Marta Lind changed the client University of Ashford, turnout study');
  await expect(first).toContainText('Last day: 10 Jun 2027');
  await expect(first).toContainText('Revoked at: 28 Nov 2026, 15:37');
  await expect(page.getByText('Times are in the time zone Europe/London.')).toBeVisible();
});

test.describe('in Auckland', () => {
  test.use({ timezoneId: 'Pacific/Auckland' });

  test('days of the audit log are those that its times show', async ({ page, open, fake }) => {
    for (const entry of fake.state.audit) entry.at = '2026-11-21T12:00:00.000Z';
    await open('/audit?from=2026-11-22&until=2026-11-22');
    await expect(page.getByText('1–24 of 60 entries')).toBeVisible();
    await expect(page.getByRole('table').getByRole('row').nth(1)).toContainText('22 Nov 2026, 01:00');
    await expect(page.getByText('Times are in the time zone Pacific/Auckland.')).toBeVisible();
    await page.getByLabel('Until').fill('2026-11-21');
    await expect(page.getByText('No entry matches')).toBeVisible();
  });
});

test('people: a search leaves no trace in URL, history and storage; erasing needs a dry run and a confirmation', async ({
  page,
  open,
  fake,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open('/people');
  await page.getByLabel('E-mail address, name or id').fill('amira.holt@example.org');
  await page.getByRole('button', { name: 'Find' }).click();
  await expect(page.getByRole('heading', { name: 'Amira Holt' })).toBeVisible();
  const traces = await page.evaluate(() =>
    JSON.stringify([
      location.href,
      history.state,
      document.title,
      { ...localStorage },
      { ...sessionStorage },
    ]),
  );
  expect(traces.toLowerCase()).not.toContain('amira');
  expect(fake.requests.join(' ').toLowerCase()).not.toContain('amira');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export as zip' }).click();
  expect((await download).suggestedFilename()).toBe('person.zip');
  await page.getByRole('button', { name: 'Erase…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Erase Amira Holt?' });
  await dialog.getByRole('button', { name: 'Show what would change' }).click();
  await expect(dialog.getByRole('table')).toContainText('Ideas');
  await expect(dialog).toContainText('29 stored exports are deleted');
  await expectAccessible(page);
  const erase = dialog.getByRole('button', { name: 'Erase permanently' });
  await expect(erase).toBeDisabled();
  await dialog.getByLabel('Type ERASE to confirm').fill('ERASE');
  await dialog.getByText('Blank the texts').click();
  await expect(erase).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Show what would change' }).click();
  await dialog.getByLabel('Type ERASE to confirm').fill('ERASE');
  await erase.click();
  const receipt = page.getByRole('region', { name: 'The person is erased' });
  await expect(receipt).toContainText(/22 Nov 2026, 14:\d\d, account 7c1d3f52/);
  await expect(receipt.getByRole('table', { name: 'What changed' })).toContainText('Ideas');
  await expect(page.locator('.toast')).toHaveText('The person is erased');
  await expect(page.getByText('Nobody found')).toHaveCount(0);
  await expect(page.locator('.receipt')).toBeFocused();
  await expectAccessible(page);
  await receipt.getByRole('button', { name: 'Copy receipt' }).click();
  const text = await page.evaluate(() => navigator.clipboard.readText());
  expect(text).toContain('Texts of the person: blanked');
  expect(text).not.toContain('Amira');
  await expect(page.getByRole('status').filter({ hasText: /^Copied$/ })).toBeAttached();
  expect(fake.state.people).toEqual([]);
  await page.getByRole('button', { name: 'Find' }).click();
  await expect(page.getByText('Nobody found')).toBeVisible();
  await expect(receipt).toHaveCount(0);
});

test('settings are searched, and secrets are masked', async ({ page, open }) => {
  await open('/settings');
  await page.getByLabel('Search settings').fill('database url');
  await expect(page.getByText('1 setting', { exact: true })).toBeVisible();
  await expect(page.getByText('••••')).toBeVisible();
  await page.getByLabel('Search settings').fill('nothing like this');
  await expect(page.getByText('No setting matches')).toBeVisible();
});

test('admin keys are created, shown once, and revoked; sessions end', async ({ page, open, fake }) => {
  await open('/administrators');
  await page.getByRole('button', { name: 'New admin key' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Clerk');
  await dialog.getByLabel('Role').selectOption('auditor');
  await dialog.getByLabel('Last day', { exact: true }).fill('2020-01-31');
  await dialog.getByRole('button', { name: 'Create admin key' }).click();
  await expect(dialog.getByText('The day has passed')).toBeVisible();
  await dialog.getByLabel('Last day', { exact: true }).fill('2099-01-31');
  await dialog.getByRole('button', { name: 'Create admin key' }).click();
  await expect(dialog.getByText(/^fma_/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await dialog.getByText('I have stored the key').click();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('row', { name: /Clerk.*31 Jan 2099/ })).toBeVisible();
  await page.getByRole('button', { name: 'Revoke Clerk' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke admin key' }).click();
  await expect(page.getByRole('row', { name: /Clerk.*Revoked/ })).toBeVisible();
  await page.getByRole('button', { name: 'End the session of Jonas Weber' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'End session' }).click();
  await expect(page.getByRole('alertdialog')).toBeHidden();
  expect(fake.requests.some((request) => request.startsWith('DELETE /sessions/'))).toBe(true);
});

test('the own key is marked, and revoking the last one of an administrator warns', async ({
  page,
  open,
  fake,
}) => {
  await open('/administrators');
  await expect(page.getByRole('row', { name: /Marta Lind.*Your key/ })).toBeVisible();
  await expect(page.getByText('Your key')).toHaveCount(1);
  await page.getByRole('button', { name: 'Revoke Marta Lind' }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText('This is the last active key of an administrator');
  await expect(dialog).toContainText('nobody can change anything here');
  await expect(dialog).toContainText('This is your key. Your own session ends, too.');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Revoke Data protection officer' }).click();
  await expect(dialog).not.toContainText('the last active key');
  fake.state.openIdConnect = { name: 'City account' };
  await open('/administrators');
  await page.getByRole('button', { name: 'Revoke Marta Lind' }).click();
  await expect(dialog).toContainText('only administrators with City account can change something here');
});

test('the method of a session says how to prevent the next one', async ({ page, open }) => {
  await open('/administrators');
  await expect(page.getByRole('row', { name: /Jonas Weber.*OpenID Connect/ })).toBeVisible();
  await page.getByRole('button', { name: 'End the session of Jonas Weber' }).click();
  await expect(page.getByRole('alertdialog')).toContainText('at the provider');
  await expect(page.getByRole('alertdialog')).not.toContainText('revoke the key');
});

test('all other sessions end at once', async ({ page, open, fake }) => {
  fake.state.otherSessions = 2;
  await open('/administrators');
  await page.getByRole('button', { name: 'End all others…' }).click();
  await page
    .getByRole('alertdialog', { name: 'End 2 sessions?' })
    .getByRole('button', { name: 'End sessions' })
    .click();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  expect(fake.requests.filter((request) => request.startsWith('DELETE /sessions/'))).toHaveLength(2);
});

test('while the public API is off, every page says so', async ({ page, open, fake }) => {
  fake.state.isPublicApiOn = false;
  await open('/clients');
  const note = page.getByRole('note').filter({ hasText: 'The public API is off' });
  await expect(note).toBeVisible();
  await expectAccessible(page);
  await note.getByRole('link', { name: 'Overview' }).click();
  await page.getByRole('button', { name: 'Turn on…' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Turn on' }).click();
  await page.getByRole('link', { name: 'Clients', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Clients' })).toBeVisible();
  await expect(note).toHaveCount(0);
});

test('cards leave out what is empty', async ({ page, open }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open('/audit');
  const cards = page.getByRole('list', { name: 'Audit log' }).getByRole('listitem');
  await expect(cards.filter({ hasText: 'changed the client' }).first()).toContainText('Changes');
  await expect(cards.filter({ hasText: 'signed in' }).first()).not.toContainText('Changes');
  await open('/administrators');
  const keys = page.getByRole('list', { name: 'Admin keys' }).getByRole('listitem');
  await expect(keys.filter({ hasText: 'Set-up' })).not.toContainText('Actions');
});
