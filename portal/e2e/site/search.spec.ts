import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, open, test } from '../support/test';

const question = (page: Page) => page.getByRole('combobox', { name: 'Search guides and API' });
const options = (page: Page) => page.getByRole('option');

test('the search is loaded when it is first opened', async ({ page }) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await open(page, '/');
  await page.waitForLoadState('networkidle');
  expect(requests.some((url) => url.endsWith('/search.json'))).toBe(false);
  await page.getByRole('button', { name: 'Search' }).click();
  await question(page).fill('deployment');
  await expect(options(page).first()).toContainText('Deployment');
  expect(requests.some((url) => url.endsWith('/search.json'))).toBe(true);
});

for (const keys of ['/', 'Control+k', 'Meta+k']) {
  test(`${keys} opens it; arrows choose, Enter goes, Escape closes`, async ({ page }) => {
    await open(page, '/');
    await page.keyboard.press(keys);
    await expect(question(page)).toBeFocused();
    await page.keyboard.type('time zone');
    await expect(options(page).first()).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('ArrowDown');
    await expect(options(page).nth(1)).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('ArrowUp');
    await expect(options(page).first()).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/guides\/reference-timezones/);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    // The page, its navbar included, stands a moment after the address has changed.
    await expect(page.getByRole('heading', { level: 1, name: 'Time zones' })).toBeVisible();
    await page.keyboard.press(keys);
    await expect(question(page)).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
}

test('a slash typed into a field stays a slash', async ({ page }) => {
  await open(page, '/guides/reference-timezones');
  const filter = page.getByRole('searchbox', { name: /Find a city/ });
  await filter.focus();
  await page.keyboard.type('europe/br');
  await expect(filter).toHaveValue('europe/br');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

const answers = {
  timezone: 'Time zones',
  timezonne: 'Time zones',
  deploiment: 'Deployment',
  'daylight saving': 'Time zones',
  hola: 'Hola',
  'expired token': 'Expired token',
  'power bi': 'Power BI',
  allowed_values: 'Invalid value for an enum parameter',
};

test('typos are forgiven, and what fits best stands among the first three', async ({ page }) => {
  await open(page, '/');
  await page.keyboard.press('/');
  for (const [asked, title] of Object.entries(answers)) {
    await question(page).fill(asked);
    await expect(async () => {
      const first = await options(page).allTextContents();
      expect(first.slice(0, 3).join('\n')).toContain(title);
    }, asked).toPass({ timeout: 5_000 });
  }
  await question(page).fill('qqqqqq');
  await expect(page.getByRole('status')).toHaveText('Nothing found. Try another word.');
});

test('a click on a result goes there, a click beside the box closes it', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await open(page, '/');
  await page.getByRole('button', { name: 'Search' }).click();
  await question(page).fill('revoked client');
  await options(page).first().click();
  await expect(page).toHaveURL('/guides/reference-problems#revoked-client');
  await expect(page.locator('#revoked-client')).toBeInViewport();
  await page.getByRole('button', { name: 'Search' }).click();
  await page.mouse.click(195, 790);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test.describe('where it cannot be loaded', () => {
  test.use({ expectedMessages: /search could not be loaded|Failed to load resource/ });

  test('it says so, and Retry tries again', async ({ page }) => {
    await page.route('**/search.json', (route) => route.abort(), { times: 1 });
    await open(page, '/');
    await page.keyboard.press('/');
    await page.getByRole('dialog').getByRole('button', { name: 'Retry' }).click();
    await question(page).fill('hola');
    await expect(options(page).first()).toContainText('Hola');
  });
});

test('the open search is accessible in both modes', async ({ page }) => {
  for (const mode of ['light', 'dark']) {
    await page.addInitScript((theme) => localStorage.setItem('theme', theme), mode);
    await open(page, '/blog');
    await page.keyboard.press('/');
    await question(page).fill('token');
    await expect(options(page).first()).toBeVisible();
    const { violations } = await new AxeBuilder({ page }).include('dialog').analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  }
});
