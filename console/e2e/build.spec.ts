import { brotliCompressSync } from 'node:zlib';
import { readBuild } from './fake/static';
import { expect, test } from './test';

/** The maximum size of the JavaScript that the first view loads, compressed with brotli. */
const BUDGET_BYTES = 125_000;

for (const path of ['/', '/clients']) {
  test(`the first load of ${path} has at most 125 kB of JavaScript`, async ({ page, open }) => {
    const sizes = new Map<string, number>();
    const files = readBuild();
    page.on('request', (request) => {
      const name = new URL(request.url()).pathname.replace('/admin/', '');
      const file = files.get(name);
      if (file && name.endsWith('.js')) {
        sizes.set(name, (file.brotli ?? brotliCompressSync(file.content)).length);
      }
    });
    // The code that the browser loads when it is idle is not part of the first load.
    await page.addInitScript(() => {
      window.requestIdleCallback = () => 0;
    });
    await open(path);
    await expect(page.locator('.skeleton')).toHaveCount(0);
    const total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
    console.log(`${path}: ${total} bytes of JavaScript in ${sizes.size} files`);
    expect(total).toBeLessThanOrEqual(BUDGET_BYTES);
    expect(total).toBeGreaterThan(50_000);
  });
}

test('the page has no inline script, no inline style and no URL of another host', () => {
  const html = readBuild().get('index.html')?.content.toString() ?? '';
  expect(html).not.toMatch(/<style|\sstyle=|\son[a-z]+=|javascript:|https?:\/\//);
  for (const [script] of html.matchAll(/<script[^>]*>[^<]*/g))
    expect(script).toMatch(/src="\/admin\/[^"]+">$/);
});
