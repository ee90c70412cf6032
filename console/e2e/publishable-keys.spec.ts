import { expectAccessible } from './accessibility';
import { uuid } from './fake/data';
import { expect, test } from './test';

const website = `/clients/${uuid(9)}`;

test('a client for web pages gets a key; its page links to Embed', async ({ page, open, fake }) => {
  await open('/clients/new');
  await page.getByRole('radio', { name: 'Full' }).check();
  await page.getByRole('textbox', { name: 'Name' }).fill('City website');
  await page.getByRole('radio', { name: 'In web pages' }).check();
  await expect(page.getByRole('radio', { name: 'Full' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Create client' }).click();
  await expect(page.getByRole('alert')).toContainText('Enter at least one website');
  const field = page.getByLabel('Websites');
  await field.fill('https://www.city.example/news, library.example');
  await expect(page.getByRole('alert')).toContainText("'library.example' is not the address of a website.");
  await expectAccessible(page);
  await field.fill('https://www.city.invalid');
  await page.getByRole('button', { name: 'Create client' }).click();
  await expect(page.getByText("'origins' is not accepted").first()).toBeVisible();
  await field.fill('https://www.city.example/news, https://library.example');
  await field.blur();
  await expect(field).toHaveValue('https://www.city.example\nhttps://library.example');
  await page.getByRole('button', { name: 'Create client' }).click();
  await expect(page.getByRole('heading', { name: 'City website is ready' })).toBeFocused();
  expect(fake.state.clients[0]).toMatchObject({
    access: 'public',
    origins: ['https://www.city.example', 'https://library.example'],
  });
  await expect(page.getByText('The key is not secret')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Copy key' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Embed with this key' }).click();
  await expect(page.getByRole('link', { name: 'City website' })).toBeVisible();
  await expect(page.locator('pre')).toContainText(fake.state.clients[0]?.publishable_key ?? '');
});

test('the page of a key has no actions for secrets', async ({ page, open }) => {
  await open(website);
  await expect(page.getByText(/^fmp_/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Disable…' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Rotate secret…' })).toHaveCount(0);
  await expect(page.getByText('Last sign-in')).toHaveCount(0);
});

test('the list of clients marks keys', async ({ page, open }) => {
  await open('/clients?search=e&sort=name&access=public');
  await expect(page.getByRole('row', { name: /City website/ })).not.toContainText('web pages');
  await page.getByLabel('Search name, owner or id').fill('newsletter');
  await expect(page.getByRole('row', { name: /Newsletter builder/ })).toContainText('web pages');
});

test('the websites of a key are edited; the dialog names those that it loses', async ({
  page,
  open,
  fake,
}) => {
  await open(website);
  await page.getByRole('button', { name: 'Edit…' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('radio')).toHaveCount(0);
  await dialog.getByLabel('Websites').fill('https://www.ashford.example\nhttps://new.example/page');
  await expect(dialog.getByText('show their fallback content: https://news.ashford.example')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  const client = fake.state.clients.find(({ id }) => id === uuid(9));
  expect(client?.origins).toEqual(['https://www.ashford.example', 'https://new.example']);
  await expect(page.getByRole('listitem').filter({ hasText: 'https://new.example' })).toBeVisible();
});

test('two administrators edit the websites at once', async ({ page, open, fake }) => {
  await open(website);
  await page.getByRole('button', { name: 'Edit…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Websites').fill('https://mine.example');
  const client = fake.state.clients.find(({ id }) => id === uuid(9));
  Object.assign(client ?? {}, { origins: ['https://theirs.example'], version: 2 });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('alert')).toContainText('you entered https://mine.example');
});

test('disabling and revoking name what websites show', async ({ page, open, fake }) => {
  const client = fake.state.clients.find(({ id }) => id === uuid(9));
  Object.assign(client ?? {}, {
    last_request_at: '2026-11-22T13:00:00.000Z',
    requests_today: 7,
    requests_30_days: 90,
  });
  await open(website);
  await page.getByRole('button', { name: 'Revoke…' }).click();
  await expect(page.getByRole('alertdialog')).toContainText('every page its new key');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Disable…' }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText('Websites with this key show their fallback content (7 requests today');
  await expect(dialog).toContainText('shared caches answer for up to a minute more');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Disable client' }).click();
  await expect(page.getByText('Its key is rejected since')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Embed with this key' })).toHaveCount(0);
});
