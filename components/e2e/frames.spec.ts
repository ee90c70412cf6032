import type { Page } from '@playwright/test';
import { launchOptions } from '../../portal/e2e/browser/launch';
import { expectAccessible } from './accessibility';
import { ids } from './records';
import { expect, test } from './test';

// Scrollbars take space in the browsers of visitors, and Playwright hides them.
test.use({ launchOptions: { ...launchOptions, ignoreDefaultArgs: ['--hide-scrollbars'] } });

/** The heights that frames of a page that is opened afterwards post to it. With `resize`, the frame gets this height. */
async function postedHeights(page: Page, resize: boolean): Promise<number[]> {
  const heights: number[] = [];
  await page.exposeFunction('reportHeight', (height: number) => heights.push(height));
  await page.addInitScript((resizes) => {
    if (window !== parent) return;
    addEventListener('message', ({ data }) => {
      if (data?.type !== 'folkmoot:height') return;
      (window as unknown as { reportHeight: (height: number) => void }).reportHeight(data.height);
      const frame = document.querySelector('iframe');
      if (frame && resizes) frame.height = data.height;
    });
  }, resize);
  return heights;
}

const frame = (url: string, path: string) =>
  `<iframe width="600" height="200" title="Take part" src="${url}/embed/${path}"></iframe>`;

test('a frame posts its height, and again if it changes', async ({ page, open, platform }) => {
  const heights = await postedHeights(page, true);
  await open(frame(platform.url, `ideas?key=${platform.key}&project_id=${ids.budget}`));
  const content = page.frameLocator('iframe');
  await expect(content.getByRole('listitem')).toHaveCount(3);
  const height = () =>
    content.locator('html').evaluate((html) => Math.ceil(html.getBoundingClientRect().height));
  await expect.poll(async () => heights.at(-1)).toBe(await height());
  const wide = heights.at(-1) ?? 0;
  await page.locator('iframe').evaluate((element) => element.setAttribute('width', '300'));
  await expect.poll(() => heights.at(-1)).toBeGreaterThan(wide);
  await expect.poll(async () => heights.at(-1) === (await height())).toBe(true);
  // Nothing is left to scroll, and no scrollbar remains.
  const rest = () =>
    content
      .locator('html')
      .evaluate((html) => [
        html.scrollHeight - html.clientHeight,
        innerHeight - html.clientHeight,
        innerWidth - html.clientWidth,
      ]);
  await expect.poll(rest).toEqual([0, 0, 0]);
  const count = heights.length;
  await page.waitForTimeout(1000);
  expect(heights).toHaveLength(count);
});

test('a frame whose border makes it scroll does not post without end', async ({ page, open, platform }) => {
  const heights = await postedHeights(page, true);
  await open(frame(platform.url, `ideas?key=${platform.key}&project_id=${ids.hostile}`));
  // The border is a part of the height, so that the content never fits.
  await page.locator('iframe').evaluate((element) => {
    Object.assign(element.style, { border: '10px solid', boxSizing: 'border-box' });
  });
  await expect(page.frameLocator('iframe').getByRole('listitem')).toHaveCount(5);
  await page.waitForTimeout(2000);
  expect(heights.length).toBeLessThan(12);
});

test('links of a frame open in the window of the website', async ({ page, open, platform }) => {
  await page.route('https://speaks.zwenebeke.example/**', (route) => route.fulfill({ body: 'The idea' }));
  await open(frame(platform.url, `ideas?key=${platform.key}&project_id=${ids.budget}`));
  await page.frameLocator('iframe').getByRole('link', { name: 'Climbing plants along the canal' }).click();
  await expect(page).toHaveURL('https://speaks.zwenebeke.example/ideas/idea-1');
});

test('a frame has the colours and the language that its URL names', async ({ page, open, platform }) => {
  const parameters = `key=${platform.key}&locale=nl-BE`;
  await open(
    `${frame(platform.url, `projects?${parameters}&theme=light`)}${frame(platform.url, `projects?${parameters}&theme=dark`)}`,
  );
  const backgrounds = ['rgb(255, 255, 255)', 'rgb(16, 24, 22)'];
  for (const [index, background] of backgrounds.entries()) {
    const content = page.frameLocator('iframe').nth(index);
    await expect(content.getByRole('link', { name: 'Een budget voor de wijk' })).toBeVisible();
    await expect(content.getByRole('listitem').first()).toHaveCSS('background-color', background);
    await expect(content.locator('body')).toHaveCSS('margin', '0px');
    await expect(content.locator('html')).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  }
});

for (const list of ['projects', 'ideas', 'events']) {
  test(`the page of ${list} loads without violations of its policy, and is accessible`, async ({
    page,
    platform,
    consoleLines,
  }) => {
    await page.goto(`${platform.url}/embed/${list}?key=${platform.key}`);
    await expect(page.getByRole('listitem').first()).toBeVisible();
    expect(consoleLines).toEqual([]);
    await expectAccessible(page, false);
  });
}
