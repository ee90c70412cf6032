import { expectAccessible } from './accessibility';
import { expect, signIn, test } from './test';

test('sign-in explains a wrong key, and opens the page that was asked for', async ({ page, consoleUrl }) => {
  await page.goto(`${consoleUrl}/clients?status=active`);
  await expect(page).toHaveTitle('Sign in · Console');
  await expect(page.getByLabel('Admin key')).toBeFocused();
  await expectAccessible(page);
  await page.getByLabel('Admin key').fill('fma_wrong');
  await page.getByLabel('Admin key').press('Enter');
  await expect(page.getByRole('alert')).toContainText('The admin key is unknown or revoked.');
  await signIn(page);
  await expect(page).toHaveTitle('Clients · Folkmoot console');
  expect(new URL(page.url()).search).toBe('?status=active');
});

test('sign-in offers the accounts of the organisation', async ({ page, consoleUrl, fake }) => {
  fake.state.openIdConnect = { name: 'City account' };
  await page.goto(`${consoleUrl}/audit?actor=Marta`);
  await expect(page.getByRole('link', { name: 'Sign in with City account' })).toHaveAttribute(
    'href',
    '/admin/sign-in/openid-connect?return_to=%2Fadmin%2Faudit%3Factor%3DMarta',
  );
  await expectAccessible(page);
});

test('sign-in explains a lost connection', async ({ page, consoleUrl, fake }) => {
  fake.fail('GET', /^\/session$/, 'disconnect');
  await page.goto(consoleUrl);
  await expect(page.getByRole('alert')).toContainText('Connection lost');
  fake.recover();
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByLabel('Admin key')).toBeVisible();
});

test('after the session ends, signing in again retains what was typed', async ({ page, open, fake }) => {
  await open('/clients/new');
  await page.getByLabel('Name', { exact: true }).fill('Library of Ashford');
  fake.state.sessions.clear();
  await page.getByRole('button', { name: 'Create client' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Your session has ended' });
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await signIn(page);
  await expect(dialog).toBeHidden();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Library of Ashford');
  await page.getByRole('button', { name: 'Create client' }).click();
  await expect(page.getByRole('heading', { name: 'Library of Ashford is ready' })).toBeVisible();
});

test('signing out shows the sign-in, and Back shows no data', async ({ page, open, fake }) => {
  await open('/');
  await page.getByRole('link', { name: 'Audit log' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByLabel('Admin key')).toBeVisible();
  expect(fake.state.sessions.size).toBe(0);
  await page.goBack();
  await expect(page.getByLabel('Admin key')).toBeVisible();
  await expect(page.getByText('The public API')).toHaveCount(0);
});

test('an auditor sees every screen and can change nothing', async ({ page, open, fake }) => {
  fake.state.role = 'auditor';
  const id = fake.state.clients[1]?.id;
  for (const path of ['/', '/clients', `/clients/${id}`, '/data', '/administrators']) {
    await open(path);
    await expect(page.getByRole('note')).toContainText('you can read everything and change nothing');
    await expect(page.locator('.skeleton')).toHaveCount(0);
    const change = /Turn|New|Rotate|Disable|Enable|Revoke|Edit|Dry run|Import now|End/;
    await expect(page.getByRole('button', { name: change })).toHaveCount(0);
    await expect(page.getByRole('link', { name: /^New/ })).toHaveCount(0);
  }
  await open('/clients/new');
  await expect(page.getByText('Auditors cannot create clients')).toBeVisible();
  await open('/people');
  await page.getByLabel('E-mail address, name or id').fill('holt');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Amira Holt' })).toBeVisible();
  await expect(page.getByRole('button', { name: /Export|Erase/ })).toHaveCount(0);
});

test('the colour mode follows the system until one is chosen', async ({ page, open }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await open('/');
  const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
  expect(await theme()).toBe('dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await expect.poll(theme).toBe('light');
  await page.getByText('Dark', { exact: true }).click();
  expect(await theme()).toBe('dark');
  await page.reload();
  expect(await theme()).toBe('dark');
  await page.getByText('Auto', { exact: true }).click();
  expect(await theme()).toBe('light');
});
