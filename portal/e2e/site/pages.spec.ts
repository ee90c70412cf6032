import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { sitemap } from '../support/sitemap';
import { addStyles, expect, open, test } from '../support/test';

const widths = { phone: 390, desktop: 1440 };

for (const mode of ['light', 'dark']) {
  for (const [device, width] of Object.entries(widths)) {
    test(`every page has no console messages, overflow or accessibility violations: ${mode}, ${device}`, async ({
      page,
    }) => {
      test.setTimeout(600_000);
      await page.setViewportSize({ width, height: 900 });
      await page.addInitScript((theme) => localStorage.setItem('theme', theme), mode);
      for (const url of sitemap()) {
        await test.step(url, async () => {
          await open(page, url);
          await expectAccessiblePage(page);
        });
      }
    });
  }
}

test.describe('the not-found page', () => {
  test.use({ expectedMessages: /status of 404/ });

  for (const mode of ['light', 'dark']) {
    test(`has no console messages, overflow or accessibility violations: ${mode}`, async ({ page }) => {
      await page.addInitScript((theme) => localStorage.setItem('theme', theme), mode);
      for (const width of Object.values(widths)) {
        await page.setViewportSize({ width, height: 900 });
        await open(page, '/nowhere');
        await expectAccessiblePage(page);
      }
    });
  }
});

async function expectAccessiblePage(page: Page): Promise<void> {
  await expect(page.locator('h1')).toHaveCount(1);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  expect(await violations(page)).toEqual([]);
}

/** axe would report wrong colours for off-screen sections that the browser skips. */
async function violations(page: Page): Promise<string[]> {
  await addStyles(page, '* { content-visibility: visible !important; transition: none !important }');
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
}
