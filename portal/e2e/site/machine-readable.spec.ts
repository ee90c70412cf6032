import { load } from 'cheerio';
import { sitemap } from '../support/sitemap';
import { expect, open, test } from '../support/test';

test('every page has a canonical URL, a description, a preview image and a Markdown copy', async ({
  request,
}) => {
  for (const url of sitemap()) {
    const read = load(await (await request.get(url)).text());
    const attribute = (selector: string, name: string) => read(selector).attr(name) ?? '';
    const isFound = (await request.get(new URL(attribute('link[rel=canonical]', 'href')).pathname)).ok();
    expect(isFound, url).toBe(true);
    expect(new URL(attribute('link[rel=canonical]', 'href')).pathname).toBe(url);
    expect(attribute('meta[name=description]', 'content'), url).not.toBe('');
    const image = await request.get(new URL(attribute('meta[property="og:image"]', 'content')).pathname);
    expect(image.headers()['content-type'], url).toBe('image/png');
    const png = await image.body();
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
    const markdown = await request.get(attribute('link[type="text/markdown"]', 'href'));
    expect(await markdown.text(), url).toMatch(/^# \S/);
  }
});

test('structured data has the type of the page', async ({ request }) => {
  const types = {
    '/': 'WebSite',
    '/api': 'APIReference',
    '/guides/use-lists': 'TechArticle',
    '/blog/hola': 'BlogPosting',
  };
  for (const [url, type] of Object.entries(types)) {
    const read = load(await (await request.get(url)).text());
    const data = read('script[type="application/ld+json"]')
      .toArray()
      .map((element) => JSON.parse(read(element).text()));
    expect(data.map((entry) => entry['@type'])).toContain(type);
  }
});

test('llms.txt links to the Markdown of every guide and post and of the API reference', async ({
  request,
}) => {
  const text = await (await request.get('/llms.txt')).text();
  expect(text).toMatch(/^# Development Portal\n\n> /);
  const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, link = '']) => {
    expect(link).toMatch(/^https?:\/\//);
    return new URL(link).pathname;
  });
  for (const link of links) {
    const type = link === '/llms-full.txt' ? 'text/plain' : 'text/markdown';
    expect((await request.get(link)).headers()['content-type'], link).toContain(type);
  }
  const wanted = sitemap().filter((url) => /^\/(?:guides|api|blog\/(?!tags|archive))/.test(url));
  expect(wanted.filter((url) => !links.includes(`${url}.md`))).toEqual([]);
});

test('llms-full.txt contains every guide and every operation once', async ({ request }) => {
  const text = await (await request.get('/llms-full.txt')).text();
  for (const url of sitemap().filter((path) => path.startsWith('/guides/'))) {
    const title = /^# .*/.exec(await (await request.get(`${url}.md`)).text())?.[0] ?? url;
    expect(text.split('\n'), url).toContain(title);
  }
  expect(text.match(/^### \[List ideas\]/gm)).toHaveLength(1);
});

test('Markdown copies have code, tables and the text of every tab', async ({ request }) => {
  const lists = await (await request.get('/guides/use-lists.md')).text();
  expect(lists).toContain('| One day | `2024-31-12` |');
  expect(lists).toContain('```http\nGET /api/v2/ideas');
  const library = await (await request.get('/guides/reference-component-library.md')).text();
  expect(library).toContain('```r\nrequest(');
});

test('Copy as Markdown copies the page', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  for (const url of ['/guides/use-lists', '/blog/hola', '/markdown-page']) {
    await open(page, url);
    await page.getByRole('button', { name: 'Copy as Markdown' }).first().click();
    await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
    const markdown = await (await page.request.get(`${url}.md`)).text();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(markdown);
  }
});

test('the blog has RSS, Atom and JSON feeds with its posts, without the sample posts', async ({
  request,
}) => {
  const paths = ['/blog/pages-at-any-depth', '/blog/dates-and-time-zones', '/blog/version-2'];
  const rss = load(await (await request.get('/blog/rss.xml')).text(), { xml: true });
  const pathOf = (url: string) => new URL(url).pathname;
  expect(
    rss('item link')
      .toArray()
      .map((link) => pathOf(rss(link).text())),
  ).toEqual(paths);
  const atom = load(await (await request.get('/blog/atom.xml')).text(), { xml: true });
  expect(
    atom('entry > link')
      .toArray()
      .map((link) => pathOf(link.attribs.href ?? '')),
  ).toEqual(paths);
  const json = await (await request.get('/blog/feed.json')).json();
  expect(json.items.map(({ url }: { url: string }) => pathOf(url))).toEqual(paths);
});
