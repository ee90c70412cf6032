import type { Page } from '@playwright/test';
import { addStyles, expect, open, test } from '../support/test';

const queryInput = (page: Page) => page.getByRole('combobox', { name: 'Search guides and API' });
const options = (page: Page) => page.getByRole('option');

test('the search index loads when the search first opens', async ({ page }) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await open(page, '/');
  await page.waitForLoadState('networkidle');
  expect(requests.some((url) => url.endsWith('/search.json'))).toBe(false);
  await page.getByRole('button', { name: 'Search' }).click();
  await queryInput(page).fill('deployment');
  await expect(options(page).first()).toContainText('Deployment');
  expect(requests.some((url) => url.endsWith('/search.json'))).toBe(true);
});

for (const keys of ['/', 'Control+k', 'Meta+k']) {
  test(`${keys} opens the search; arrows select, Enter opens, Escape closes`, async ({ page }) => {
    await open(page, '/');
    await page.keyboard.press(keys);
    await expect(queryInput(page)).toBeFocused();
    await page.keyboard.type('time zone');
    await expect(options(page).first()).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('ArrowDown');
    await expect(options(page).nth(1)).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('ArrowUp');
    await expect(options(page).first()).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/guides\/reference-timezones/);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    // The router changes the URL before it renders the page and its navbar.
    await expect(page.getByRole('heading', { level: 1, name: 'Time zones' })).toBeVisible();
    await page.keyboard.press(keys);
    await expect(queryInput(page)).toBeFocused();
    await page.keyboard.type('token');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
}

test('a slash typed into an input does not open the search', async ({ page }) => {
  await open(page, '/guides/reference-timezones');
  const filter = page.getByRole('searchbox', { name: /Filter by city/ });
  await filter.focus();
  await page.keyboard.type('europe/br');
  await expect(filter).toHaveValue('europe/br');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('results are in groups, operations have their method and path, and all results can be shown', async ({
  page,
}) => {
  await open(page, '/');
  await page.keyboard.press('/');
  await queryInput(page).fill('pagination');
  await expect(options(page).first()).toContainText('Pagination');
  await expect(page.getByRole('group', { name: 'Guides' }).getByRole('option').first()).toContainText(
    'Pagination',
  );
  await queryInput(page).fill('GET /api/v2/ideas');
  const api = page.getByRole('group', { name: 'API', exact: true });
  await expect(api.getByRole('option').first()).toContainText(/GET\s*List ideas\s*\/api\/v2\/ideas/);

  await queryInput(page).fill('token');
  const [, total] =
    /(\d+) results/.exec((await page.getByRole('dialog').getByRole('status').textContent()) ?? '') ?? [];
  await expect(options(page).filter({ hasText: /^Show \d+ more$/ })).not.toHaveCount(0);
  while (
    await options(page)
      .filter({ hasText: /^Show \d+ more$/ })
      .count()
  ) {
    await options(page)
      .filter({ hasText: /^Show \d+ more$/ })
      .first()
      .click();
  }
  await expect(options(page)).toHaveCount(Number(total));
  await expect(queryInput(page)).toBeFocused();
  await queryInput(page).fill('qqqqqq');
  await expect(page.getByRole('dialog').getByRole('status')).toHaveText('No results. Try another word.');
  await page.getByRole('dialog').getByRole('link', { name: 'API reference' }).click();
  await expect(page).toHaveURL('/api');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('on a phone a button closes the search', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await open(page, '/');
  await page.getByRole('button', { name: 'Search' }).click();
  await queryInput(page).fill('token');
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('an empty search suggests queries and offers the latest ones, which can be deleted', async ({
  page,
}) => {
  await open(page, '/');
  await page.keyboard.press('/');
  const suggestions = page.getByRole('group', { name: 'Suggestions' }).getByRole('option');
  await suggestions.filter({ hasText: 'pagination' }).click();
  await expect(queryInput(page)).toHaveValue('pagination');
  await expect(options(page).first()).toContainText('Pagination');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/guides/use-lists#pagination');
  await open(page, '/blog');
  await page.keyboard.press('/');
  const recent = page.getByRole('group', { name: 'Recent searches' }).getByRole('option');
  await expect(recent).toHaveText(['pagination']);
  await expect(suggestions.filter({ hasText: 'pagination' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Clear recent searches' }).click();
  await expect(recent).toHaveCount(0);
});

test('the words of the index are words of the pages as shown', async ({ page }) => {
  const sections: { url: string; text: string }[] = await (await page.request.get('/search.json')).json();
  const words = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
  for (const url of [
    '/api',
    '/guides/reference-problems',
    '/guides/reference-timezones',
    '/guides/use-lists',
  ]) {
    await open(page, url);
    await addStyles(
      page,
      '* { content-visibility: visible !important } [hidden] { display: block !important }',
    );
    const shown = new Set(words(await page.locator('main').innerText()));
    const texts = sections
      .filter((section) => section.url.replace(/#.*/, '') === url)
      .map(({ text }) => text);
    expect(texts.length, url).toBeGreaterThan(1);
    expect(new Set(words(texts.join(' ')).filter((word) => !shown.has(word))), url).toEqual(new Set());
  }
});

test('a click on a result opens it, a click outside the dialog closes it', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await open(page, '/');
  await page.getByRole('button', { name: 'Search' }).click();
  await queryInput(page).fill('revoked client');
  await options(page).first().click();
  await expect(page).toHaveURL('/guides/reference-problems#revoked-client');
  await expect(page.locator('#revoked-client')).toBeInViewport();
  await page.getByRole('button', { name: 'Search' }).click();
  await page.mouse.click(195, 790);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test.describe('when the search fails to load', () => {
  test.use({ expectedMessages: /search failed to load|Failed to load resource/ });

  test('an error is shown, and Retry loads it again', async ({ page }) => {
    await page.route('**/search.json', (route) => route.abort(), { times: 1 });
    await open(page, '/');
    await page.keyboard.press('/');
    await page.getByRole('dialog').getByRole('button', { name: 'Retry' }).click();
    await queryInput(page).fill('deployment');
    await expect(options(page).first()).toContainText('Deployment');
  });
});
