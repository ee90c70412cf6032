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
  await expect(page.getByRole('table', { name: 'Audit log' })).not.toContainText('Session: create');
  await page.getByLabel('By', { exact: true }).fill('root');
  await expect(page).toHaveURL(/actor=root/);
  await page.getByLabel('From').fill('2026-11-10');
  await expect(page).toHaveURL(/from=2026-11-10/);
  await expect(page.getByRole('table', { name: 'Audit log' })).toContainText('command line');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV' }).click();
  expect((await download).suggestedFilename()).toBe('audit.csv');
  expect(fake.requests.at(-1)).toBe('GET /audit.csv?action=clients.create&actor=root&from=2026-11-10');
});

test('people: a search leaves no trace in URL, history and storage; erasing needs a dry run and a confirmation', async ({
  page,
  open,
  fake,
}) => {
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
  await expect(page.getByText('Nobody found')).toBeVisible();
  expect(fake.state.people).toEqual([]);
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
  await dialog.getByLabel('Last day').fill('2020-01-31');
  await dialog.getByRole('button', { name: 'Create admin key' }).click();
  await expect(dialog.getByText('The day has passed')).toBeVisible();
  await dialog.getByLabel('Last day').fill('2099-01-31');
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
