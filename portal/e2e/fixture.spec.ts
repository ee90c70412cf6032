import { expect, fixtureSite, hydrated, open, test } from './support/test';

test.use({ baseURL: fixtureSite });

test('every type of navbar item is rendered', async ({ page }) => {
  await open(page, '/');
  const navbar = page.getByRole('navigation', { name: 'Main' });
  for (const name of ['Doc item', 'Sidebar item', 'Link item', 'Version item']) {
    await expect(navbar.getByRole('link', { name })).toBeVisible();
  }
  await navbar.getByRole('button', { name: 'Dropdown item' }).hover();
  await expect(navbar.getByRole('link', { name: 'Inside' })).toBeVisible();
  await expect(navbar.locator('.raw-item')).toHaveText('Raw item');
  await expect(navbar.getByRole('button', { name: 'Search' })).toBeVisible();
});

test('the language switcher keeps path, query and hash', async ({ page }) => {
  await open(page, '/docs/second?a=b#heading');
  await page.getByRole('button', { name: /English/ }).hover();
  await page.getByRole('link', { name: /Français/ }).click();
  await expect(page).toHaveURL('/fr/docs/second?a=b#heading');
  await expect(page.locator('html')).toHaveAttribute('lang', /^fr/);
  await hydrated(page);
  await page.getByRole('button', { name: /Français/ }).hover();
  await page.getByRole('link', { name: /English/ }).click();
  await expect(page).toHaveURL('/docs/second?a=b#heading');
});

for (const suffix of ['.html', '/index.html', '/']) {
  test(`without a server redirect, a URL ending in ${suffix} becomes the canonical one`, async ({ page }) => {
    await open(page, `/docs/second${suffix}?a=b#heading`);
    await expect(page).toHaveURL('/docs/second?a=b#heading');
    await expect(page.locator('h1')).toHaveText('Second');
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/docs\/second$/);
  });
}

const storageKey = 'docs-preferred-version-default';

test('the chosen version of the docs is stored', async ({ page }) => {
  await open(page, '/page');
  const item = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Doc item' });
  await expect(item).toHaveAttribute('href', '/docs/second');
  await page.getByRole('button', { name: '1.0' }).hover();
  await page.getByRole('link', { name: 'Next' }).click();
  await expect(page).toHaveURL(/\/docs\/next\/?$/);
  expect(await page.evaluate((key) => localStorage.getItem(key), storageKey)).toBe('current');
  await open(page, '/page');
  await expect(item).toHaveAttribute('href', '/docs/next/second');
});

test('a stored version that no longer exists is discarded', async ({ page }) => {
  await page.addInitScript((key) => localStorage.setItem(key, '0.9'), storageKey);
  await open(page, '/page');
  const item = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Doc item' });
  await expect(item).toHaveAttribute('href', '/docs/second');
  await expect.poll(() => page.evaluate((key) => localStorage.getItem(key), storageKey)).toBeNull();
});

test.describe('a crashed page', () => {
  test.use({ expectedMessages: /The component crashed|Minified React error|ErrorBoundary/ });

  test('shows the error and recovers with Try again', async ({ page }) => {
    await open(page, '/crash');
    await page.getByRole('button', { name: 'Crash' }).click();
    await expect(page.getByText('This page crashed.')).toBeVisible();
    await expect(page.getByText('The component crashed')).toBeVisible();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('Rendered')).toBeVisible();
  });
});

test('each locale has its own search index', async ({ page }) => {
  await open(page, '/fr/docs/second');
  await page.keyboard.press('/');
  await page.keyboard.type('heading');
  await expect(page.getByRole('option').first()).toContainText('A heading');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/fr\/docs\/(next\/)?second#heading/);
});
