import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, open, test } from '../support/test';

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

const expectedResults = {
  timezone: 'Time zones',
  timezonne: 'Time zones',
  deploiment: 'Deployment',
  'daylight saving': 'Time zones',
  hola: 'Hola',
  'expired token': 'Expired token',
  'power bi': 'Power BI',
  allowed_values: 'Invalid value for an enum parameter',
};

test('the best result is among the first three, also with typos', async ({ page }) => {
  await open(page, '/');
  await page.keyboard.press('/');
  for (const [query, title] of Object.entries(expectedResults)) {
    await queryInput(page).fill(query);
    await expect(async () => {
      const first = await options(page).allTextContents();
      expect(first.slice(0, 3).join('\n')).toContain(title);
    }, query).toPass({ timeout: 5_000 });
  }
  await queryInput(page).fill('qqqqqq');
  await expect(page.getByRole('status')).toHaveText('No results. Try another word.');
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
    await queryInput(page).fill('hola');
    await expect(options(page).first()).toContainText('Hola');
  });
});

test('the search dialog has no accessibility violations in either colour mode', async ({ page }) => {
  for (const mode of ['light', 'dark']) {
    await page.addInitScript((theme) => localStorage.setItem('theme', theme), mode);
    await open(page, '/blog');
    await page.keyboard.press('/');
    await queryInput(page).fill('token');
    await expect(options(page).first()).toBeVisible();
    const { violations } = await new AxeBuilder({ page }).include('dialog').analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  }
});
