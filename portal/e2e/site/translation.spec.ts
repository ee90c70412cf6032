import type { Page } from '@playwright/test';
import { expect, open, test } from '../support/test';

/** Translates the page as browsers do: each text, also later ones, is replaced by elements with another text. */
async function translatePage(page: Page): Promise<void> {
  await page.evaluate(() => {
    const untranslated = '[translate=no], script, style, textarea, title, [data-translated]';
    const translate = (root: Node) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const texts: Text[] = [];
      while (walker.nextNode()) texts.push(walker.currentNode as Text);
      for (const text of root instanceof Text ? [root] : texts) {
        if (!text.data.trim() || !text.parentElement || text.parentElement.closest(untranslated)) continue;
        const font = document.createElement('font');
        font.dataset.translated = '';
        font.append(`«${text.data}»`);
        text.replaceWith(font);
      }
    };
    translate(document.body);
    new MutationObserver((mutations) => {
      for (const { target, addedNodes } of mutations) {
        addedNodes.forEach(translate);
        if (target instanceof Text) translate(target);
      }
    }).observe(document.body, { childList: true, characterData: true, subtree: true });
  });
}

test('the search works while the browser translates the page', async ({ page }) => {
  await open(page, '/');
  await translatePage(page);
  await page.keyboard.press('Control+k');
  const input = page.getByRole('combobox');
  const status = page.getByRole('dialog').getByRole('status');
  await expect(status).toContainText('«↑ ↓ to select');
  for (const query of ['pagination', 'pag', 'qqqqqq', '', 'comments', 'comment', 'comment filter']) {
    await input.fill('');
    await input.pressSequentially(query);
    const expected = { '': '«↑ ↓ to select', qqqqqq: '«No results' }[query] ?? / results?»/;
    await expect(status).toContainText(expected);
    const found = page.getByRole('option');
    if (query && query !== 'qqqqqq') await expect(found.first()).toContainText(/pag|comment/i);
  }
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('«');
});

for (const url of ['/guides/use-downloads', '/guides/reference-settings', '/api/ideas/list', '/api']) {
  test(`code on ${url} is not translated`, async ({ page }) => {
    await open(page, url);
    await translatePage(page);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('«');
    const code = page.locator('code, pre, kbd');
    expect(await code.count()).toBeGreaterThan(10);
    expect(await code.locator('[data-translated]').allTextContents()).toEqual([]);
    expect(await page.locator(':is(code, pre, kbd):not([translate=no], [translate=no] *)').count()).toBe(0);
  });
}
