import { expectAccessible } from './accessibility';
import { now } from './fake/data';
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

test('a failed sign-in with an account says why, once', async ({ page, consoleUrl, fake }) => {
  fake.state.openIdConnect = { name: 'City account' };
  await page.goto(`${consoleUrl}?sign_in_error=no-role`);
  const notice = page.getByRole('alert');
  await expect(notice).toContainText('None of the groups of your account may use this console.');
  await expect(notice.getByRole('link', { name: 'Use another account' })).toHaveAttribute(
    'href',
    '/admin/sign-in/openid-connect?return_to=%2Fadmin%2F&prompt=select_account',
  );
  expect(new URL(page.url()).search).toBe('');
  await expectAccessible(page);
  await signIn(page);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByLabel('Admin key')).toBeVisible();
  await expect(notice).toHaveCount(0);
});

test('only known codes of a failed sign-in are shown', async ({ page, consoleUrl }) => {
  await page.goto(`${consoleUrl}?sign_in_error=Call+0800+1234`);
  await expect(page.getByLabel('Admin key')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('after signing out, a session at the provider can be ended too', async ({ page, open, fake }) => {
  fake.state.openIdConnect = { name: 'City account' };
  fake.state.method = 'openid-connect';
  await open('/');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('alert')).toContainText('You are still signed in at City account.');
  await expect(page.getByRole('link', { name: 'Sign out at City account' })).toHaveAttribute(
    'href',
    '/admin/sign-out/openid-connect',
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

test('signing in again with the accounts of the organisation says what it loses', async ({
  page,
  open,
  fake,
}) => {
  fake.state.openIdConnect = { name: 'City account' };
  await open('/clients');
  fake.state.sessions.clear();
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('alertdialog')).toContainText('what you typed in it is lost');
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
    await expect(page.getByRole('note')).toContainText('change nothing and download no personal data');
    await expect(page.locator('.skeleton')).toHaveCount(0);
    const change = /Turn|New|Rotate|Disable|Enable|Revoke|Edit|Dry run|Apply|End/;
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

test('signing out of one window shows the sign-in in the others, and signing in continues in them', async ({
  page,
  open,
  context,
  consoleUrl,
}) => {
  await open('/people');
  const other = await context.newPage();
  await other.clock.install({ time: now });
  await other.goto(`${consoleUrl}/people`);
  await other.getByLabel('E-mail address, name or id').fill('holt');
  await other.keyboard.press('Enter');
  await expect(other.getByText('amira.holt@example.org')).toBeVisible();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(other.getByLabel('Admin key')).toBeVisible();
  await expect(other.getByText('amira.holt@example.org')).toHaveCount(0);
  await signIn(page);
  await expect(other.getByRole('heading', { level: 1, name: 'People' })).toBeVisible();
});

test('an idle session warns a minute before it ends, and then covers the page', async ({
  page,
  open,
  fake,
}) => {
  await open('/people');
  await page.getByLabel('E-mail address, name or id').fill('holt');
  await page.keyboard.press('Enter');
  await expect(page.getByText('amira.holt@example.org')).toBeVisible();
  const warning = page.getByRole('alertdialog', { name: 'Your session ends soon' });
  await page.clock.runFor(27 * 60_000);
  await expect(warning).toHaveCount(0);
  await page.clock.runFor(70_000);
  await expect(warning).toBeVisible();
  await expectAccessible(page);
  await page.clock.resume();
  await warning.getByRole('button', { name: 'Stay signed in' }).click();
  await expect(warning).toHaveCount(0);
  expect(fake.requests.at(-1)).toBe('GET /session');
  await page.clock.runFor(29 * 60_000 + 5_000);
  await expect(page.getByRole('alertdialog', { name: 'Your session has ended' })).toBeVisible();
  const cover = page.locator('.overlay-cover');
  await expect(cover).toHaveCSS('background-color', /^(?!rgba\(|.*\/)/);
  const isCovered = await page.getByText('amira.holt@example.org').evaluate((text) => {
    const { x, y } = text.getBoundingClientRect();
    return !text.contains(document.elementFromPoint(x + 2, y + 2));
  });
  expect(isCovered).toBe(true);
  await signIn(page);
  await expect(page.getByText('amira.holt@example.org')).toBeVisible();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
});

test('the provider of the platform has its name, logo and colours', async ({ page, open, consoleUrl }) => {
  const provider = {
    name: 'City of Ashford',
    product: 'Ashford takes part',
    icon: '/admin/provider/icon.png',
  };
  const logos = { logo: '/admin/provider/logo.svg', logo_dark: '/admin/provider/logo-dark.svg' };
  const answer = (path: string, contentType: string, body: string) =>
    page.route(`${consoleUrl}/${path}`, (route) => route.fulfill({ contentType, body }));
  await answer(
    'provider.js',
    'text/javascript',
    `folkmootProvider=${JSON.stringify({ ...provider, ...logos })}`,
  );
  const rule = (primary: string) => `{--provider-primary:${primary};--provider-accent:#e39a2d}`;
  await answer('provider.css', 'text/css', `:root${rule('#7a1f4b')}[data-theme=dark]${rule('#f2a7c8')}`);
  for (const [name, width] of [
    ['logo.svg', 200],
    ['logo-dark.svg', 100],
  ])
    await answer(
      `provider/${name}`,
      'image/svg+xml',
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="50"><rect width="${width}" height="50"/></svg>`,
    );
  await page.goto(consoleUrl);
  const card = page.locator('.sign-in-card');
  await expect(card).toContainText('Ashford takes part');
  await expect(card).toContainText('City of Ashford');
  await expect(card.locator('img:visible')).toHaveAttribute('src', logos.logo);
  await expect(page.locator('link[rel=icon]')).toHaveAttribute('href', provider.icon);
  await expect(page.getByRole('button', { name: 'Sign in' })).toHaveCSS(
    'background-color',
    'rgb(122, 31, 75)',
  );
  await expectAccessible(page);
  await open('/');
  await page.getByText('Dark', { exact: true }).click();
  await expect(page.locator('.brand img:visible')).toHaveAttribute('src', logos.logo_dark);
});
