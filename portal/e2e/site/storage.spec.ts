import { expect, hydrated, open, test } from '../support/test';

const bar = '.theme-announcement-bar';

test.describe('colour mode', () => {
  test.use({ colorScheme: 'dark' });

  test('is light by default, whatever the system prefers, and the choice is stored', async ({ page }) => {
    await open(page, '/');
    const html = page.locator('html');
    await expect(html).toHaveAttribute('data-theme', 'light');
    await page.getByRole('button', { name: /Switch between dark and light mode/ }).click();
    await expect(html).toHaveAttribute('data-theme', 'dark');
    await page.reload();
    await expect(html).toHaveAttribute('data-theme', 'dark');
    await hydrated(page);
    await expect(html).toHaveAttribute('data-theme', 'dark');
  });

  test('changes when another tab changes it', async ({ page, context }) => {
    await open(page, '/');
    const other = await context.newPage();
    await open(other, '/blog');
    await other.getByRole('button', { name: /Switch between dark and light mode/ }).click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  });
});

test('a closed announcement stays closed', async ({ page }) => {
  await open(page, '/');
  await expect(page.locator(bar)).toBeVisible();
  await page.locator(bar).getByRole('button', { name: 'Close' }).click();
  await expect(page.locator(bar)).toHaveCount(0);
  await open(page, '/blog');
  await expect(page.locator(bar)).toHaveCount(0);
});

test('a new announcement is shown on the first load although an older one was closed', async ({ page }) => {
  await page.addInitScript(() => {
    if (!sessionStorage.getItem('prepared')) {
      sessionStorage.setItem('prepared', 'true');
      localStorage.setItem('docusaurus.announcement.id', 'an-older-one');
      localStorage.setItem('docusaurus.announcement.dismiss', 'true');
    }
  });
  await open(page, '/');
  await expect(page.locator(bar)).toBeInViewport();
  const { height } = (await page.locator(bar).boundingBox()) ?? { height: 0 };
  expect(height).toBeGreaterThan(20);
});

test.describe('when storage is blocked', () => {
  test.use({ expectedMessages: /storage/i });

  test('a warning is logged and the site works', async ({ page, messages }) => {
    await page.addInitScript(() => {
      Object.defineProperty(window, 'localStorage', {
        get() {
          throw new DOMException('Access is denied', 'SecurityError');
        },
      });
    });
    await open(page, '/');
    expect(messages.filter((line) => line.includes('browser storage is not available'))).toHaveLength(1);
    await page.getByRole('button', { name: /Switch between dark and light mode/ }).click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await page.locator(bar).getByRole('button', { name: 'Close' }).click();
    await expect(page.locator(bar)).toHaveCount(0);
    await page.getByRole('link', { name: 'API', exact: true }).first().click();
    await expect(page).toHaveURL('/api');
  });
});
