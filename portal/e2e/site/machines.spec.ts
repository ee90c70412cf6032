import { load } from 'cheerio';
import { sitemap } from '../support/sitemap';
import { expect, open, test } from '../support/test';

test('every page has a canonical address, a description, a picture and a Markdown twin', async ({
  request,
}) => {
  for (const address of sitemap()) {
    const read = load(await (await request.get(address)).text());
    const attribute = (selector: string, name: string) => read(selector).attr(name) ?? '';
    const plain = (await request.get(new URL(attribute('link[rel=canonical]', 'href')).pathname)).ok();
    expect(plain, address).toBe(true);
    expect(new URL(attribute('link[rel=canonical]', 'href')).pathname).toBe(address);
    expect(attribute('meta[name=description]', 'content'), address).not.toBe('');
    const picture = await request.get(new URL(attribute('meta[property="og:image"]', 'content')).pathname);
    expect(picture.headers()['content-type'], address).toBe('image/png');
    const png = await picture.body();
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
    const twin = await request.get(attribute('link[type="text/markdown"]', 'href'));
    expect(await twin.text(), address).toMatch(/^# \S/);
  }
});

test('structured data is sound and says what a page is', async ({ request }) => {
  const kinds = {
    '/': 'WebSite',
    '/api': 'APIReference',
    '/guides/use-lists': 'TechArticle',
    '/blog/hola': 'BlogPosting',
  };
  for (const [address, kind] of Object.entries(kinds)) {
    const read = load(await (await request.get(address)).text());
    const data = read('script[type="application/ld+json"]')
      .toArray()
      .map((element) => JSON.parse(read(element).text()));
    expect(data.map((entry) => entry['@type'])).toContain(kind);
  }
});

test('llms.txt leads to the Markdown of every guide and post and of the API', async ({ request }) => {
  const text = await (await request.get('/llms.txt')).text();
  expect(text).toMatch(/^# Development Portal\n\n> /);
  const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, link]) => link ?? '');
  for (const link of links) {
    expect((await request.get(link)).headers()['content-type'], link).toContain('text/markdown');
  }
  const wanted = sitemap().filter((address) => /^\/(?:guides|api|blog\/(?!tags|archive))/.test(address));
  expect(wanted.filter((address) => !links.includes(`${address}.md`))).toEqual([]);
});

test('Markdown twins keep code, tables and the text of every tab', async ({ request }) => {
  const lists = await (await request.get('/guides/use-lists.md')).text();
  expect(lists).toContain('| One day | `2024-31-12` |');
  expect(lists).toContain('```http\nGET /api/v2/ideas');
  const library = await (await request.get('/guides/reference-component-library.md')).text();
  expect(library).toContain('```r\nrequest(');
});

test('a page is copied as Markdown', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  for (const address of ['/guides/use-lists', '/blog/hola', '/markdown-page']) {
    await open(page, address);
    await page.getByRole('button', { name: 'Copy as Markdown' }).first().click();
    await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
    const twin = await (await page.request.get(`${address}.md`)).text();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(twin);
  }
});

test('the blog has three feeds with three posts each', async ({ request }) => {
  const rss = load(await (await request.get('/blog/rss.xml')).text(), { xml: true });
  expect(rss('item title').toArray()).toHaveLength(3);
  const atom = load(await (await request.get('/blog/atom.xml')).text(), { xml: true });
  expect(atom('entry').toArray()).toHaveLength(3);
  const json = await (await request.get('/blog/feed.json')).json();
  expect(json.items).toHaveLength(3);
});
