import type { Page } from '@playwright/test';
import { expectAccessible } from './accessibility';
import { publishableKey, uuid } from './fake/data';
import { manifest } from './fake/public';
import { expect, test } from './test';

const preview = (page: Page) => page.frameLocator('iframe[title="Preview of the list"]');
const websiteField = (page: Page) => page.getByRole('textbox', { name: 'Website' });
const snippet = (page: Page) => page.locator('pre');

test('a key is made for a website that has none; the snippet is copied', async ({
  page,
  open,
  fake,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  fake.state.clients = [];
  await open('/embed');
  await expect(page.getByText('The preview needs a key')).toBeVisible();
  await websiteField(page).fill('https://www.city.example/news?page=2');
  await page.getByRole('button', { name: 'Make a key for www.city.example' }).click();
  await expect(page.getByRole('link', { name: 'www.city.example' })).toBeVisible();
  expect(fake.state.clients[0]).toMatchObject({
    name: 'www.city.example',
    access: 'public',
    resources: null,
    expires_at: '2027-11-23',
    origins: ['https://www.city.example'],
  });
  await expect(preview(page).getByText('Safe ways to school').first()).toBeVisible();
  await page.getByRole('button', { name: 'Copy snippet' }).click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain(`<folkmoot-projects key="${publishableKey(0)}">`);
  expect(copied).toContain(`src="https://participate.ashford.example${manifest['folkmoot.js'].url}"`);
  expect(copied).toContain(`integrity="${manifest['folkmoot.js'].integrity}"`);
  await expectAccessible(page);
});

test('options change the preview, the snippet and the URL of the page', async ({ page, open }) => {
  await open('/embed');
  await page.getByText('Ideas', { exact: true }).click();
  await expect(preview(page).getByRole('listitem')).toHaveCount(6);
  await page.getByLabel('Project', { exact: true }).selectOption('A new park at the mill');
  await page.getByLabel('Phase').selectOption('Vote on the budget');
  await page.getByLabel('Topic').selectOption('Traffic');
  await page.getByLabel('With these words').fill('"bike" & bus');
  await page.getByLabel('Order').selectOption('Most liked');
  await page.getByLabel('At most').selectOption('3');
  await page.getByLabel('Accent').fill('#9b2d5e');
  await page.getByRole('main').getByLabel('Language').selectOption('French');
  await expect(preview(page).getByRole('listitem')).toHaveCount(3);
  await expect(snippet(page)).toContainText('--folkmoot-accent: #9b2d5e;');
  await expect(snippet(page)).toContainText(
    `project-id="${uuid(8001)}" phase-id="${uuid(8001)}" topic-ids="${uuid(8000)}" search="&quot;bike&quot; &amp; bus" sort="most-liked" limit="3" locale="fr">`,
  );
  await page.reload();
  await expect(snippet(page)).toContainText('&quot;bike&quot; &amp; bus');
  await expect(page.getByLabel('Phase')).toHaveValue(uuid(8001));
  await page.getByLabel('Project', { exact: true }).selectOption('Climate plan 2030');
  await expect(snippet(page)).not.toContainText('phase-id');
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect(snippet(page)).not.toContainText('--folkmoot-accent');
  await page.getByText('Events', { exact: true }).click();
  await expect(snippet(page)).toContainText(/<folkmoot-events key="[^"]+" project-id="[^"]+" limit="3">/);
  await page.getByText('Frame', { exact: true }).click();
  await expect(snippet(page)).toContainText('https://participate.ashford.example/embed/events?key=fmp_');
  await page.getByText('URL', { exact: true }).click();
  await expect(snippet(page)).toContainText(
    /^https:\/\/participate\.ashford\.example\/embed\/events\?key=[^<&]+&project_id=/,
  );
});

test('the preview is as wide as chosen, and as high as its content', async ({ page, open }) => {
  await open('/embed');
  await page.getByText('320 px', { exact: true }).click();
  const frame = page.locator('iframe');
  await expect(page.getByText('Shown at full size')).toBeVisible();
  expect(await frame.evaluate((element) => element.clientWidth)).toBe(320);
  await page.getByLabel('At most').selectOption('1');
  await expect.poll(async () => (await frame.boundingBox())?.height).toBeLessThan(200);
  await page.getByText('1200 px', { exact: true }).click();
  await expect(page.getByText(/Shown at \d+ % of its size/)).toBeVisible();
  expect(await frame.evaluate((element) => element.clientWidth)).toBe(1200);
});

test('the snippet has a key of the website', async ({ page, open, fake }) => {
  const [first, second] = fake.state.clients.filter(
    ({ access, status, publishable_key }) => access === 'public' && status === 'active' && !publishable_key,
  );
  Object.assign(first ?? {}, { publishable_key: publishableKey(1), origins: ['https://a.example'] });
  Object.assign(second ?? {}, {
    publishable_key: publishableKey(2),
    origins: ['https://a.example'],
    resources: ['ideas'],
  });
  await open(`/embed?client=${uuid(9)}`);
  await expect(snippet(page)).toContainText(publishableKey(8));
  await websiteField(page).fill('https://a.example');
  await expect(snippet(page)).toContainText(publishableKey(1));
  await expect(page.getByLabel('Key')).toHaveCount(0);
  await page.getByText('Ideas', { exact: true }).click();
  await page.getByLabel('Key').selectOption(second?.name ?? '');
  await expect(snippet(page)).toContainText(publishableKey(2));
  await websiteField(page).fill('a.example');
  await expect(page.getByText("'a.example' is not the address of a website.")).toBeVisible();
});

test('records that the key cannot list are chosen by id', async ({ page, open, fake }) => {
  Object.assign(fake.state.clients.find(({ id }) => id === uuid(9)) ?? {}, { resources: ['ideas'] });
  await open('/embed?show=ideas');
  await page.getByLabel('Project, by id').fill(uuid(8002));
  await expect(snippet(page)).toContainText(`project-id="${uuid(8002)}"`);
});

test('auditors see snippets, and ask for a key', async ({ page, open, fake }) => {
  fake.state.role = 'auditor';
  await open('/embed');
  await expect(snippet(page)).toContainText(publishableKey(8));
  await websiteField(page).fill('https://www.city.example');
  await expect(page.getByText('Ask an administrator to make one.')).toBeVisible();
  await expect(page.getByRole('button', { name: /Make a key/ })).toHaveCount(0);
});

test('a server without the web components says so', async ({ page, open, fake }) => {
  fake.state.hasComponents = false;
  await open('/embed');
  await expect(page.getByText('This server has no web components')).toBeVisible();
  await expectAccessible(page);
});
