import type { Page } from '@playwright/test';
import { feedProject, publishFeeds, publishOpenData } from '../support/openData';
import { demoClient, expect, open, test } from '../support/test';

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

/** The response to a language that the platform does not have. */
test.use({ expectedMessages: /status of 400.*\/feeds-and-calendars\)$/ });

/** What readers do on a page of each kind. */
const uses: [url: string, use: (page: Page) => Promise<void>][] = [
  ['/', toggleTheme],
  ['/guides/use-lists', useTabsAndCopy],
  ['/guides/reference-timezones', (page) => page.getByRole('searchbox').first().fill('bru')],
  ['/guides/reference-settings', toggleTheme],
  ['/guides/reference-problems', toggleTheme],
  ['/guides/use-data-model', toggleTheme],
  ['/api', filterMenu],
  ['/api/ideas/object', filterMenu],
  ['/api/ideas/list', tryIt],
  ['/api/files/upload', tryIt],
  ['/api/changes', toggleTheme],
  ['/open-data', openRows],
  ['/feeds-and-calendars', chooseFeed],
  ['/blog', (page) => page.locator('main article a').first().click()],
  ['/blog/archive', toggleTheme],
];

async function toggleTheme(page: Page) {
  await page
    .getByRole('button', { name: /dark and light|theme|mode/i })
    .first()
    .click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
}

async function openRows(page: Page) {
  await page.getByText('First rows').click();
  await page.getByText('columns').first().click();
  await expect(page.getByRole('cell', { name: 'Idea 2' })).toBeVisible();
}

async function chooseFeed(page: Page) {
  for (const [locale, errors] of [
    ['de', 1],
    ['nl', 0],
  ] as const) {
    await page.getByLabel('Language').fill(locale);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toHaveCount(errors);
  }
  await page.getByRole('main').getByRole('combobox').selectOption(feedProject);
  await expect(page.getByRole('link', { name: feedProject }).first()).toBeVisible();
}

async function useTabsAndCopy(page: Page) {
  await page.locator('.theme-code-block').first().hover();
  await page.locator('.theme-code-block button').first().click();
  await toggleTheme(page);
}

async function filterMenu(page: Page) {
  const menu = page.locator('nav[aria-label="Operations"]');
  for (const words of ['topics', 'qqqq', '', 'list areas']) await menu.getByRole('searchbox').fill(words);
  await menu.getByRole('link').first().click();
  await expect(page).toHaveURL('/api/areas/list');
}

async function tryIt(page: Page) {
  const section = page.locator('[data-section]');
  await section.locator('select').selectOption('python');
  await section.locator('[data-expand-all]').click();
  await section.locator('[data-expand-all]').click();
  await section.locator('[data-try-it]').click();
  const dialog = page.locator('dialog[open]');
  const { client_id, client_secret } = demoClient();
  await dialog.locator('input[name=client_id]').fill(client_id);
  await dialog.locator('input[name=client_secret]').fill(client_secret);
  await dialog.locator('input[name=client_secret]').press('Enter');
  await expect(dialog).toContainText('stays in memory until');
  for (const expected of [/«?20[01]/, /«?20[01]/]) {
    await dialog.locator('footer button[type=submit]').click();
    await expect(dialog.getByRole('status').last()).toContainText(expected);
    await dialog.locator('figure summary').first().click();
    await dialog.locator('figure summary').first().click();
    await dialog.locator('footer button').last().click();
  }
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
}

for (const [url, use] of uses) {
  test(`${url} can be used while the browser translates it`, async ({ context, page }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await publishOpenData(page);
    await publishFeeds(page);
    await open(page, url);
    await translatePage(page);
    await use(page);
    await expect(page.getByText('This page crashed')).toHaveCount(0);
    await expect(page.locator('dialog').getByText(/failed\./)).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 }).first()).toContainText('«');
  });
}

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
