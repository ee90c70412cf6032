import { load } from 'cheerio';
import { sitemap } from '../support/sitemap';
import { expect, test } from '../support/test';

test('no link or anchor of any page is broken', async ({ request }) => {
  const ids = new Map<string, Set<string>>();
  const links: { from: string; to: URL }[] = [];
  for (const url of sitemap()) {
    const read = load(await (await request.get(url)).text());
    ids.set(
      url,
      new Set(
        read('[id]')
          .toArray()
          .map((element) => element.attribs.id ?? ''),
      ),
    );
    for (const element of read('a[href], link[rel=alternate], link[rel=icon], img[src]').toArray()) {
      const to = new URL(element.attribs.href ?? element.attribs.src ?? '', `http://127.0.0.1${url}`);
      if (to.hostname === '127.0.0.1') {
        links.push({ from: url, to });
      }
    }
  }
  const broken: string[] = [];
  const results = new Map<string, boolean>();
  for (const { from, to } of links) {
    if (!results.has(to.pathname)) {
      results.set(to.pathname, (await request.get(to.pathname)).ok());
    }
    const anchor = decodeURIComponent(to.hash.slice(1));
    const known = !anchor || !ids.has(to.pathname) || ids.get(to.pathname)?.has(anchor);
    if (!results.get(to.pathname) || !known) {
      broken.push(`${from} → ${to.pathname}${to.hash}`);
    }
  }
  expect(links.length).toBeGreaterThan(500);
  expect(broken).toEqual([]);
});
