import { accessibilityViolations } from '../browser/accessibility';
import { expect, test } from '../support/test';

/** The pages with elements that read sample data of the portal. A message in the console or another host fails the test. */

const pages = ['plain', 'dark', 'serif'];

for (const name of pages) {
  test(`the example ${name} shows its three lists, and fits into every window`, async ({ page }) => {
    for (const width of [390, 768, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`/examples/${name}`);
      for (const kind of ['projects', 'ideas', 'events']) {
        const list = page.locator(`folkmoot-${kind}`);
        await expect(list).toHaveAttribute('state', 'loaded');
        await expect(list.getByRole('listitem')).toHaveCount(3);
      }
      const image = page.locator('folkmoot-projects img').first();
      await image.scrollIntoViewIfNeeded();
      await expect
        .poll(() => image.evaluate((shown: HTMLImageElement) => shown.naturalWidth))
        .toBeGreaterThan(0);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    }
    expect(await accessibilityViolations(page)).toEqual([]);
  });
}

test('the records and the links of the examples lead to pages that exist', async ({ page, request }) => {
  const urls = new Set<string>();
  for (const name of [...pages, 'platform']) {
    await page.goto(`/examples/${name}`);
    await page.waitForFunction(() => !document.querySelector('[state=loading]'));
    for (const link of await page.getByRole('link').all()) {
      urls.add(new URL((await link.getAttribute('href')) ?? '', page.url()).pathname);
    }
  }
  expect(urls).toContain('/guides/use-website');
  for (const url of urls) expect((await request.get(url)).status(), url).toBe(200);
});
