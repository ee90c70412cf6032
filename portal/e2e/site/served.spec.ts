import { readFileSync } from 'node:fs';
import path from 'node:path';
import { load } from 'cheerio';
import { defaults } from '../../provider';
import { portal } from '../support/build';
import { sitemap } from '../support/sitemap';
import { expect, test } from '../support/test';

test('every page is served compressed and revalidated by ETag', async ({ request }) => {
  for (const url of sitemap()) {
    for (const encoding of ['br', 'gzip']) {
      const response = await request.get(url, { headers: { 'Accept-Encoding': encoding } });
      const { etag = '', ...headers } = response.headers();
      expect(headers, url).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'content-encoding': encoding,
        'cache-control': 'no-cache',
        vary: 'accept-encoding, host',
      });
      const again = await request.get(url, {
        headers: { 'Accept-Encoding': encoding, 'If-None-Match': etag },
      });
      expect(again.status(), url).toBe(304);
    }
    const plain = await request.get(url, { headers: { 'Accept-Encoding': 'identity' } });
    expect(plain.headers()).not.toHaveProperty('content-encoding');
    const built = readFileSync(path.join(portal, 'build', url, 'index.html'), 'utf8');
    const { origin } = new URL(plain.url());
    expect(await plain.text()).toBe(
      built.replaceAll(defaults.portalUrl, origin).replaceAll(defaults.apiUrl, origin),
    );
  }
});

test('files with a hash in their name are cached for a year', async ({ request, page }) => {
  const read = load(await (await request.get('/')).text());
  const style = read('link[rel=stylesheet]').attr('href') ?? '';
  const font = read('link[as=font]').attr('href') ?? '';
  const script = page.waitForRequest((asked) => asked.url().endsWith('.js'));
  await page.goto('/');
  for (const url of [style, font, (await script).url()]) {
    const headers = (await request.get(url)).headers();
    expect(headers['cache-control'], url).toBe('public, max-age=31536000, immutable');
  }
});

test('URLs that end in .html redirect permanently and keep the query', async ({ request }) => {
  const redirects = {
    '/index.html': '/',
    '/guides/use-lists.html?a=b': '/guides/use-lists?a=b',
    '/guides/use-lists/index.html': '/guides/use-lists',
    '/api.html': '/api',
  };
  for (const [from, to] of Object.entries(redirects)) {
    const response = await request.get(from, { maxRedirects: 0 });
    expect([response.status(), response.headers().location], from).toEqual([308, to]);
  }
});

test('unknown pages get the not-found page, unknown API paths a problem', async ({ request }) => {
  const missing = await request.get('/nowhere', { headers: { 'Accept-Encoding': 'br' } });
  expect(missing.status()).toBe(404);
  expect(missing.headers()).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'content-encoding': 'br',
  });
  expect(await missing.text()).toContain('Page Not Found');

  const unknown = await request.get('/api/v2/nowhere');
  expect(unknown.status()).toBe(404);
  expect(unknown.headers()['content-type']).toContain('application/problem+json');
  const { type } = (await unknown.json()) as { type: string };
  expect((await request.get(type)).status()).toBe(200);
});
