import type { Page } from '@playwright/test';
import { expect, hydrated, test } from '../support/test';

/** Opens a page whose scripts load when the returned function is called. */
async function openEarly(page: Page, url: string): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/main.*.js', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(url, { waitUntil: 'domcontentloaded' });
  return release;
}

test.describe('a click on a button before hydration', () => {
  test('takes effect after hydration', async ({ page }) => {
    const release = await openEarly(page, '/api/ideas/list');
    await page.locator('[data-section=listIdeas]').getByRole('button', { name: 'Try it' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toHaveCount(0);
    release();
    await expect(dialog).toBeVisible();
  });

  test('and a key that opens the search take effect after hydration', async ({ page }) => {
    for (const key of ['/', 'Control+k']) {
      const release = await openEarly(page, '/guides/use-lists');
      await page.keyboard.press(key);
      release();
      await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused();
      await page.unrouteAll({ behavior: 'wait' });
    }
  });

  test('takes effect once', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const release = await openEarly(page, '/guides/use-lists');
    const contents = page.getByRole('button', { name: 'On this page' });
    await contents.click();
    release();
    await hydrated(page);
    const list = page.locator('[class*=tocCollapsibleContent]').first();
    await expect(list).toBeVisible();
    await contents.click();
    await expect(list).toBeHidden();
  });
});
