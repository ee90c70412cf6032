import { expect, type Page } from '@playwright/test';
import { accessibilityViolations } from '../../portal/e2e/browser/accessibility';

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** No violation of WCAG 2.2 AA or best practices. The latter are of whole pages, and not of the content of frames. */
export async function expectAccessible(page: Page, isWholePage = true) {
  const tags = isWholePage ? [...WCAG, 'best-practice'] : WCAG;
  expect(await accessibilityViolations(page, { tags })).toEqual([]);
}

/** Nothing is wider than the window, or than the element that contains it. */
export async function expectNoOverflow(page: Page) {
  const excess = () =>
    page.evaluate(() => {
      const items = [
        ...document.querySelectorAll('folkmoot-projects, folkmoot-ideas, folkmoot-events, folkmoot-idea'),
      ];
      const widths = items.map((item) => {
        const parts = [...(item.shadowRoot?.querySelectorAll('.item, .title, .text, .line, .media') ?? [])];
        const { left, right } = item.getBoundingClientRect();
        return Math.max(
          ...parts
            .map((part) => part.getBoundingClientRect())
            .map((box) => (box.width ? Math.max(box.right - right, left - box.left) : 0)),
        );
      });
      return Math.ceil(Math.max(document.documentElement.scrollWidth - innerWidth, ...widths));
    });
  await expect.poll(excess).toBeLessThanOrEqual(0);
}
