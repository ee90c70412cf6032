import type { Page } from '@playwright/test';
import { load } from 'cheerio';
import { accessibilityViolations } from './browser/accessibility';
import { operationPages, sitemap } from './support/sitemap';
import { expect, open, test } from './support/test';

const listUsers = '/api/users/list';
const menu = (page: Page) => page.getByRole('navigation', { name: 'Operations', exact: true });

/** Marks the document, so that a test notices if the browser loads another one. */
const mark = (page: Page) => page.evaluate(() => document.body.setAttribute('data-marked', ''));
const isMarked = (page: Page) => expect(page.locator('body')).toHaveAttribute('data-marked', '');

test('every operation has a static page with a title, a description and a canonical URL of its own', async ({
  request,
}) => {
  const { paths } = await (await request.get('/openapi.json')).json();
  const operations = Object.entries<Record<string, { summary: string }>>(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { summary }]) => `${method.toUpperCase()} ${path} ${summary}`),
  );
  const pages = operationPages();
  const found: string[] = [];
  const descriptions = new Set<string>();
  for (const url of pages) {
    const read = load(await (await request.get(url)).text());
    const section = read('[data-section]').not('template');
    const heading = section.find('h1').text().replace('\u200B', '');
    found.push(`${section.find('h1 + p > span').text()} ${section.find('h1 + p > code').text()} ${heading}`);
    expect(read('title').text(), url).toBe(`${heading} | Development Portal`);
    expect(new URL(read('link[rel=canonical]').attr('href') ?? '').pathname).toBe(url);
    descriptions.add(read('meta[name=description]').attr('content') ?? '');
    expect(section.text(), url).toMatch(/curl.*Response.*Errors/s);
    expect(read('nav [aria-current=page]').text(), url).toContain(heading);
    const ids = read('[id]')
      .toArray()
      .map(({ attribs }) => attribs.id);
    expect(new Set(ids).size, `${url} has an id twice`).toBe(ids.length);
  }
  expect(found.sort()).toEqual(operations.sort());
  expect(descriptions.size).toBe(pages.length);
});

test('the URLs of operations are named after their group and what they do', () => {
  const pages = sitemap();
  for (const page of [
    'ideas/list',
    'ideas/get',
    'ideas/deleted',
    'files/upload',
    'phases/project',
    'authenticate',
  ]) {
    expect(pages).toContain(`/api/${page}`);
  }
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the fields of the objects are readable, and nested ones can be opened', async ({ page }) => {
    await page.goto(listUsers);
    const email = page.locator('[id="listUsers-200-users-email"]');
    await expect(email).toBeHidden();
    await page.locator('[id="listUsers-200-users"] summary').first().click();
    await expect(email).toContainText('string or null');
    const nested = page.locator('[id="listUsers-200-users-roles-type"]');
    await expect(nested).toBeHidden();
    await page.locator('[id="listUsers-200-users-roles"] summary').click();
    await expect(nested).toBeVisible();
    await expect(page.getByRole('button', { name: 'Expand all' })).toHaveCount(0);
  });
});

test('a link to a nested field opens the objects around it', async ({ page }) => {
  await open(page, `${listUsers}#listUsers-200-users-roles-type`);
  await expect(page.locator('[id="listUsers-200-users-roles-type"]')).toBeInViewport();
});

test('all nested objects and example bodies can be opened and closed at once', async ({ page }) => {
  await open(page, listUsers);
  const all = page.locator('[data-disclosure]');
  const openOnes = page.locator('[data-disclosure][open]');
  await page.getByRole('button', { name: 'Expand all' }).click();
  await expect(openOnes).toHaveCount(await all.count());
  await page.getByRole('button', { name: 'Collapse all' }).click();
  await expect(openOnes).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Expand all' })).toBeVisible();
});

test('each error has the bodies that the operation can return', async ({ page }) => {
  await open(page, '/api/users/get');
  await page.locator('#errors > summary').click();
  const error = page.locator('dl > div').filter({ has: page.locator('dt', { hasText: '404' }) });
  await error.locator('summary').click();
  await expect(error.locator('figure')).toHaveCount(1);
  const body = JSON.parse((await error.locator('pre').textContent()) ?? '');
  expect(body).toMatchObject({ status: 404, type: expect.stringMatching(/#record-not-found$/) });
  const unauthorized = page.locator('dl > div').filter({ has: page.locator('dt', { hasText: '401' }) });
  await expect(unauthorized.locator('figure')).toHaveCount(4);
});

test('personal data is marked and leads to its guide', async ({ page }) => {
  await open(page, '/api/users/get');
  await page.getByRole('button', { name: 'Expand all' }).click();
  const badge = (field: string) =>
    page.locator(`[id="getUser-200-user-${field}"]`).getByRole('link', { name: 'personal data' });
  await expect(badge('email')).toHaveAttribute('href', '/guides/use-personal-data');
  await expect(badge('verified')).toHaveCount(0);
});

test('pages lead to each other without loading the site again', async ({ page }) => {
  await open(page, '/api');
  await mark(page);
  await page.locator('#listUsers').getByRole('link', { name: 'List users', exact: true }).click();
  await expect(page).toHaveURL(listUsers);
  await expect(page).toHaveTitle('List users | Development Portal');
  await expect(page.locator('[id="listUsers-200-users"]')).toBeVisible();
  await expect(menu(page).locator('[aria-current=page]')).toHaveText('List users');
  await page.getByRole('link', { name: /Next.*List deleted users/s }).click();
  await expect(page).toHaveURL('/api/users/deleted');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('List deleted users');
  await menu(page).getByRole('link', { name: 'Get a user' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Get a user');
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('List deleted users');
  await page
    .locator('[id="listDeletedUsers-200-deleted_items"]')
    .getByRole('link', { name: 'deleted item' })
    .click();
  await expect(page).toHaveURL('/api/objects/deleted-item');
  await expect(page.locator('#deleted-item')).toBeInViewport();
  await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link').first().click();
  await expect(page).toHaveURL('/api');
  await isMarked(page);
});

test('the filter of the menu survives navigation', async ({ page }) => {
  await open(page, listUsers);
  await menu(page).getByRole('searchbox').fill('topics');
  await menu(page).getByRole('link', { name: 'List topics' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('List topics');
  await expect(menu(page).getByRole('searchbox')).toHaveValue('topics');
});

test('opening a page loads no operation as a script', async ({ page }) => {
  const scripts: string[] = [];
  page.on('request', (request) => request.url().endsWith('.js') && scripts.push(request.url()));
  await open(page, listUsers);
  await page.waitForLoadState('networkidle');
  const texts = await Promise.all(scripts.map(async (url) => (await page.request.get(url)).text()));
  for (const text of texts) expect(text).not.toContain('listUsers-200-users-email');
});

test('Try it asks for a token on the page of an operation', async ({ page }) => {
  await open(page, listUsers);
  await page.getByRole('button', { name: 'Try it' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('List users');
  await expect(dialog.getByLabel('Client ID')).toBeVisible();
});

test.describe('with a script that fails to load', () => {
  test.use({ expectedMessages: /ERR_|Failed to load|ChunkLoadError|Loading chunk/ });

  test('the error is shown with a button that loads it again', async ({ page }) => {
    await open(page, listUsers);
    // Nothing is preloaded.
    await page.mouse.move(0, 0);
    await page.route(/\/assets\/js\//, (route) => route.abort());
    await page.getByRole('link', { name: /Next.*List deleted users/s }).press('Enter');
    const alert = page.getByRole('alert');
    await expect(alert.getByRole('button', { name: 'Retry' })).toBeVisible();
    await page.unroute(/\/assets\/js\//);
    await alert.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('List deleted users');
  });
});

test('each type of webhook has an example, and a link to it opens the types around it', async ({ page }) => {
  await open(page, '/api#webhooks');
  await page.getByRole('main').getByRole('link', { name: 'Webhook events' }).click();
  await expect(page).toHaveURL('/api/webhooks');
  const { webhooks } = await (await page.request.get('/openapi.json')).json();
  const examples = page.locator('section:has(> h3[id^="webhook-"]) pre');
  await expect(examples).toHaveCount(Object.keys(webhooks).length);
  const shown = (await examples.allTextContents()).map((text) => JSON.parse(text));
  expect(shown.map(({ type }) => type).toSorted()).toEqual(Object.keys(webhooks).toSorted());

  await open(page, '/api/webhooks#webhook-comment.created');
  const heading = page.getByRole('heading', { name: 'comment.created' });
  await expect(heading).toBeInViewport();
  await expect(page.getByRole('heading', { name: 'idea.created' })).toBeHidden();
  const markdown = await (await page.request.get('/api/webhooks.md')).text();
  expect(markdown).toContain('### `comment.created`');
});

test('the page of changes lists releases and links to its feed', async ({ page }) => {
  await open(page, '/api/changes');
  await expect(page.getByRole('heading', { level: 2 }).last()).toContainText('Version 0.1.0');
  await expect(page.locator('head link[title="API changes"]')).toHaveAttribute('href', '/api/changes.atom');
  const feed = load(await (await page.request.get('/api/changes.atom')).text(), { xml: true });
  for (const link of feed('entry > link').toArray()) {
    const { hash } = new URL(link.attribs.href ?? '');
    await expect(page.locator(`[id="${hash.slice(1)}"]`)).toHaveCount(1);
  }
});

for (const [mode, width] of [
  ['light', 1440],
  ['dark', 768],
  ['light', 390],
] as const) {
  test(`pages have no accessibility violations in ${mode} mode at ${width} px`, async ({ page }) => {
    await page.addInitScript((theme) => localStorage.setItem('theme', theme), mode);
    await page.setViewportSize({ width, height: 900 });
    for (const url of [
      listUsers,
      '/api/users/object',
      '/api/webhooks#webhook-idea.created',
      '/api/changes',
    ]) {
      await open(page, url);
      const expand = page.getByRole('button', { name: 'Expand all' });
      if (url === listUsers) await expand.click();
      expect(await accessibilityViolations(page), url).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
  });
}
