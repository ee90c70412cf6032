import type { Locator, Page } from '@playwright/test';
import { expect, open, test } from '../support/test';

const guides = [
  '/guides/start-deployment',
  '/guides/use-sync',
  '/guides/use-analysis-tools',
  '/guides/reference-component-library',
];

const blocks = (page: Page) => page.locator('div.theme-code-block:visible');

/** The buttons of a code block that are hidden, outside the block, or over its code. */
const misplacedButtons = (block: Locator) =>
  block.evaluate((element) => {
    element.scrollIntoView({ block: 'center' });
    const inner = element.getBoundingClientRect();
    const code = element.querySelector('pre')?.getBoundingClientRect() ?? inner;
    const buttons = [...element.querySelectorAll('button')];
    const misplaced = buttons.filter((button) => {
      const { left, right, top, bottom } = button.getBoundingClientRect();
      const inside = left >= inner.left && right <= inner.right && top >= inner.top && bottom <= code.top;
      return !inside || !button.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    });
    return buttons.length === 0 ? ['no buttons'] : misplaced.map((button) => button.outerHTML);
  });

for (const width of [390, 1440]) {
  test(`the buttons of every code block are visible, inside the block and above the code at ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    for (const guide of guides) {
      await open(page, guide);
      expect(await blocks(page).count(), guide).toBeGreaterThan(1);
      for (const block of await blocks(page).all()) {
        await expect(block.getByRole('button', { name: 'Copy code' })).toBeVisible();
        expect(await misplacedButtons(block), guide).toEqual([]);
      }
    }
  });
}

test('the copy button copies the code as shown and announces it', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page, '/guides/use-sync');
  const block = blocks(page).first();
  await block.getByRole('button', { name: 'Copy code' }).click();
  await expect(block.getByRole('button', { name: 'Copy code' })).toHaveText('Copied');
  await expect(page.getByRole('status')).toHaveText('Copied');
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe((await block.locator('pre').innerText()).trim());
});

test('long lines of code can be wrapped', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 900 });
  await open(page, '/guides/use-sync');
  const block = blocks(page).first();
  const overflow = () => block.locator('pre').evaluate((pre) => pre.scrollWidth - pre.clientWidth);
  expect(await overflow()).toBeGreaterThan(0);
  await block.getByRole('button', { name: 'Wrap long lines' }).click();
  await expect(block.getByRole('button', { name: 'Wrap long lines' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  expect(await overflow()).toBeLessThanOrEqual(0);
});

test('the code of the landing page is not cut off', async ({ page }) => {
  for (const width of [390, 768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await open(page, '/');
    for (const block of await blocks(page).all()) {
      const overflow = await block.locator('pre').evaluate((pre) => pre.scrollWidth - pre.clientWidth);
      expect(overflow, `at ${width} px`).toBeLessThanOrEqual(0);
    }
  }
});

test.describe('if the browser refuses to copy', () => {
  test.use({ expectedMessages: /Copying failed/ });

  test('the copy button reports it', async ({ page }) => {
    await page.addInitScript(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('refused'));
    });
    await open(page, '/guides/use-sync');
    await blocks(page).first().getByRole('button', { name: 'Copy code' }).click();
    await expect(page.getByRole('status')).toHaveText('Copy failed');
  });
});
