import type { Page } from '@playwright/test';
import { accessibilityViolations, type Scope } from '../browser/accessibility';
import { overflowingElements } from '../support/overflow';
import { distinctPages } from '../support/sitemap';
import { addStyles, expect, nothingPublished, open, test } from '../support/test';

const widths = [390, 768, 1440];
type Mode = 'light' | 'dark';

/** The width at which every page is checked in each mode. */
const widthOfEveryPage: Record<Mode, number> = { light: 1440, dark: 390 };

test.use({ expectedMessages: nothingPublished });

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
  '/guides/reference-metrics',
  '/guides/reference-timezones',
];

/** The complete reference, which takes as long as many pages, and the other pages in parts. The parts are tested in parallel. */
const others = distinctPages().filter((url) => url !== '/api/all');
const parts: [string, string[]][] = [
  ['the complete reference', ['/api/all']],
  ...[0, 1, 2, 3].map((part): [string, string[]] => [
    `part ${part + 1} of the others`,
    others.filter((_, position) => position % 4 === part),
  ]),
];

for (const [name, urls] of parts) {
  test(`every page has one title, fits and has no accessibility violations: ${name}`, async ({ page }) => {
    for (const url of urls) {
      await test.step(url, async () => {
        await open(page, url);
        await expect(page.locator('h1')).toHaveCount(1);
        await expectFittingContent(page);
        for (const mode of ['light', 'dark'] as const) {
          const width = widthOfEveryPage[mode];
          await page.setViewportSize({ width, height: 900 });
          await setMode(page, mode);
          // The colours of the reference in dark mode, which take a minute, are checked with its menu: e2e/reference.spec.ts.
          const without = url === '/api/all' && mode === 'dark' ? ['color-contrast'] : [];
          expect(await violations(page, { without }), `${url}, ${mode}, ${width} px`).toEqual([]);
        }
      });
    }
  });
}

for (const url of pageTypes) {
  test(`has no accessibility violations in both modes at the other widths: ${url}`, async ({ page }) => {
    await open(page, url);
    await expectAccessible(page, { otherWidths: true });
  });
}

test('the search dialog fits and has no accessibility violations', async ({ page }) => {
  await open(page, '/blog');
  await page.keyboard.press('/');
  const input = page.getByRole('combobox', { name: 'Search guides and API' });
  for (const query of ['', 'file']) {
    await input.fill(query);
    await expect(page.getByRole('option').first()).toBeVisible();
    await expectAccessible(page, { part: 'dialog' });
  }
});

test('the Try it form fits and has no accessibility violations', async ({ page }) => {
  await open(page, '/api/files/upload');
  await page.locator('[data-try-it=uploadFile]').click();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Send request' })).toBeVisible();
  await expectAccessible(page, { part: 'dialog' });
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

interface Extent {
  /** A selector of the part to check; without it, the complete page. */
  part?: string;
  /** Whether to leave out what is checked for every page: that it fits, and one width in each mode. */
  otherWidths?: boolean;
}

/** Checks the page, or a part of it, in both colour modes at every width. Only colours differ between the modes. */
async function expectAccessible(page: Page, { part, otherWidths = false }: Extent = {}): Promise<void> {
  if (!otherWidths) await expectFittingContent(page);
  for (const [mode, scope] of [
    ['light', { part }],
    ['dark', { part, rules: ['color-contrast'] }],
  ] as const) {
    await setMode(page, mode);
    for (const width of widths.filter((each) => !otherWidths || each !== widthOfEveryPage[mode])) {
      await page.setViewportSize({ width, height: 900 });
      expect(await violations(page, scope), `${mode}, ${width} px`).toEqual([]);
    }
  }
}

async function setMode(page: Page, mode: Mode): Promise<void> {
  await page.evaluate((theme) => {
    document.documentElement.dataset.theme = theme;
  }, mode);
}

async function violations(page: Page, scope: Scope = {}): Promise<string[]> {
  // axe would report wrong colours for off-screen sections that the browser skips.
  const isComplete = scope.part ? '' : '* { content-visibility: visible !important }';
  await addStyles(page, `* { transition: none !important } ${isComplete}`);
  return accessibilityViolations(page, scope);
}
