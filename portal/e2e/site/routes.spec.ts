import { listedPages, samplePages, sitemap } from '../support/sitemap';
import { expect, open, test } from '../support/test';

const table = [
  '/',
  '/guides/intro-folkmoot',
  '/guides/reference-component-library',
  '/guides/reference-timezones',
  '/guides/start-configure-platform',
  '/guides/start-contributing',
  '/guides/start-deployment',
  '/guides/start-dev-environment',
  '/api',
  '/blog',
  '/blog/archive',
  '/blog/hello-world',
  '/blog/hola',
  '/blog/welcome',
  '/blog/tags',
  '/blog/tags/docusaurus',
  '/blog/tags/facebook',
  '/blog/tags/hello',
  '/blog/tags/hola',
  '/markdown-page',
];

/** Pages that show data of the server. */
const dataPages = ['/open-data', '/feeds-and-calendars'];

const posts = [
  'Page 41,000 costs what page 1 costs',
  'Dates, time zones, and how never to get them wrong',
  'Version 2 of the API',
];
const samplePosts = ['Welcome', 'Hola', 'Hello world'];

test('every specified route exists, and all others are guides, posts, data and parts of the reference', async ({
  page,
}) => {
  const pages = sitemap();
  expect(table.filter((url) => !pages.includes(url))).toEqual([]);
  const known = [...table, ...dataPages];
  expect(pages.filter((url) => !known.includes(url) && !/^\/(guides|blog|api)\//.test(url))).toEqual([]);
  await open(page, '/api/');
  await expect(page).toHaveURL('/api');
});

test('the sitemap leaves out the sample pages, which stay reachable', async ({ page }) => {
  expect(listedPages().filter((url) => samplePages.includes(url))).toEqual([]);
  for (const url of samplePages) {
    expect((await page.request.get(url)).status(), url).toBe(200);
  }
});

test('each tag page lists its posts', async ({ page }) => {
  const tags = {
    docusaurus: ['Welcome', 'Hola', 'Hello world'],
    facebook: ['Welcome'],
    hello: ['Welcome', 'Hello world'],
    hola: ['Hola'],
  };
  for (const [tag, posts] of Object.entries(tags)) {
    await open(page, `/blog/tags/${tag}`);
    await expect(page.locator('article h2')).toHaveText(posts);
  }
});

test('the blog lists every post with its tags, the archive by year, and the tags by letter', async ({
  page,
}) => {
  await open(page, '/blog');
  await expect(page.locator('article h2')).toHaveText([...posts, ...samplePosts]);
  await expect(page.locator('article').nth(3).getByRole('link', { name: 'facebook' })).toBeVisible();
  await open(page, '/blog/archive');
  await expect(
    page.getByRole('main').getByRole('link', { name: /\w/ }).filter({ hasText: /^\w/ }),
  ).toHaveText([...posts, ...samplePosts]);
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([/^2026/, /^2025/]);
  await open(page, '/blog/tags');
  for (const tag of ['docusaurus', 'facebook', 'hello', 'hola']) {
    await expect(page.getByRole('main').getByRole('link', { name: tag })).toHaveAttribute(
      'href',
      `/blog/tags/${tag}`,
    );
  }
});

for (const suffix of ['.html', '/index.html', '/']) {
  test(`an address ending in ${suffix} becomes the plain one, query and hash kept`, async ({ page }) => {
    await open(page, `/guides/use-lists${suffix}?a=b#pagination`);
    await expect(page.locator('h1')).toHaveText('Pagination, sorting, filtering and dates');
    await expect(page).toHaveURL('/guides/use-lists?a=b#pagination');
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/guides\/use-lists$/);
  });
}

test.describe('an unknown URL', () => {
  test.use({ expectedMessages: /status of 404/ });

  for (const url of ['/nowhere', '/guides/nowhere', '/blog/nowhere']) {
    test(`shows the not-found page: ${url}`, async ({ page }) => {
      const response = await page.goto(url);
      expect(response?.status()).toBe(404);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page Not Found');
      await expect(page).toHaveTitle('Page Not Found | Development Portal');
      await expect(page.getByText('We could not find what you were looking for.')).toBeVisible();
    });
  }

  test('offers the search and useful links', async ({ page }) => {
    await open(page, '/nowhere');
    const main = page.getByRole('main');
    for (const link of await main.getByRole('link').all()) {
      const url = (await link.getAttribute('href')) ?? '';
      expect((await page.request.get(url)).status(), url).toBe(200);
    }
    await main.getByRole('button', { name: 'Search guides and API' }).click();
    await expect(page.getByRole('combobox', { name: 'Search guides and API' })).toBeFocused();
  });
});
