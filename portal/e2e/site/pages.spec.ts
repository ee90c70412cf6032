import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { overflowingElements } from '../support/overflow';
import { distinctPages } from '../support/sitemap';
import { addStyles, expect, open, test } from '../support/test';

const widths = [390, 768, 1440];

/** One page of each type. */
const pageTypes = [
  '/',
  '/blog',
  '/blog/welcome',
  '/blog/archive',
  '/guides/start-deployment',
  '/guides/use-lists',
  '/guides/reference-component-library',
  '/guides/reference-problems',
  '/guides/reference-settings',
  '/guides/reference-timezones',
];

test('every page has one title and nothing that is wider than its container', async ({ page }) => {
  test.setTimeout(600_000);
  for (const url of distinctPages()) {
    await test.step(url, async () => {
      await open(page, url);
      await expect(page.locator('h1')).toHaveCount(1);
      await expectFittingContent(page);
    });
  }
});

for (const [mode, width] of [
  ['light', 1440],
  ['dark', 390],
] as const) {
  test(`every page has no accessibility violations: ${mode}, ${width} px`, async ({ page }) => {
    test.setTimeout(600_000);
    await page.setViewportSize({ width, height: 900 });
    await page.addInitScript((theme) => localStorage.setItem('theme', theme), mode);
    for (const url of distinctPages()) {
      await test.step(url, async () => {
        await open(page, url);
        expect(await violations(page)).toEqual([]);
      });
    }
  });
}

for (const url of pageTypes) {
  test(`has no accessibility violations in both modes at every width: ${url}`, async ({ page }) => {
    await open(page, url);
    await expectAccessible(page);
  });
}

test('the search dialog fits and has no accessibility violations', async ({ page }) => {
  await open(page, '/blog');
  await page.keyboard.press('/');
  const input = page.getByRole('combobox', { name: 'Search guides and API' });
  for (const query of ['', 'file']) {
    await input.fill(query);
    await expect(page.getByRole('option').first()).toBeVisible();
    await expectAccessible(page, 'dialog');
  }
});

test('the Try it form fits and has no accessibility violations', async ({ page }) => {
  await open(page, '/api#uploadFile');
  await page.locator('[data-try-it=uploadFile]').click();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Send request' })).toBeVisible();
  await expectAccessible(page, 'dialog');
});

test.describe('the not-found page', () => {
  test.use({ expectedMessages: /status of 404/ });

  test('fits and has no accessibility violations', async ({ page }) => {
    await open(page, '/nowhere');
    await expectAccessible(page);
  });
});

async function expectFittingContent(page: Page): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    expect(await overflowingElements(page), `at ${width} px`).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    );
  }
}

/** Checks the page, or a part of it, in both colour modes at every width. Only colours differ between the modes. */
async function expectAccessible(page: Page, part?: string): Promise<void> {
  test.setTimeout(300_000);
  await expectFittingContent(page);
  for (const [mode, rules] of [
    ['light', undefined],
    ['dark', ['color-contrast']],
  ] as const) {
    await page.evaluate((theme) => {
      document.documentElement.dataset.theme = theme;
    }, mode);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      expect(await violations(page, part, rules), `${mode}, ${width} px`).toEqual([]);
    }
  }
}

async function violations(page: Page, part?: string, rules?: readonly string[]): Promise<string[]> {
  // axe would report wrong colours for off-screen sections that the browser skips.
  const isComplete = part ? '' : '* { content-visibility: visible !important }';
  await addStyles(page, `* { transition: none !important } ${isComplete}`);
  const builder = new AxeBuilder({ page });
  if (part) builder.include(part);
  if (rules) builder.withRules([...rules]);
  const { violations } = await builder.analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
}
