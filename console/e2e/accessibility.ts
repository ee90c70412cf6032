import { expect, type Page } from '@playwright/test';
import { accessibilityViolations } from '../../portal/e2e/browser/accessibility';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** No violation of WCAG 2.2 AA or best practices, in both colour modes. */
export async function expectAccessible(page: Page) {
  const initial = await page.evaluate(() => document.documentElement.dataset.theme);
  for (const theme of ['light', 'dark']) {
    await page.evaluate((value) => {
      document.documentElement.dataset.theme = value;
    }, theme);
    // Colours that change slowly would be measured in between.
    await page.evaluate(() => {
      const ending = document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY);
      return Promise.allSettled(ending.map((each) => each.finished));
    });
    // The colour mode changes colours only.
    const found = await accessibilityViolations(
      page,
      theme === 'light' ? { tags: TAGS } : { rules: ['color-contrast'] },
    );
    expect(found, theme).toEqual([]);
  }
  await page.evaluate((value) => {
    document.documentElement.dataset.theme = value;
  }, initial);
}

/** Nothing is wider than the window. */
export async function expectNoOverflow(page: Page) {
  // Charts observe their width, and follow it after the next frame.
  const excess = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  await expect.poll(excess).toBeLessThanOrEqual(0);
}
