// Measures the built portal as the product's server serves it: Lighthouse mobile scores (performance, accessibility, best
// practices, SEO), the brotli sizes of HTML and scripts, and blocking time with the CPU slowed down four times. Scores
// and times are medians of five runs. Needs the binary and `npm run build`; arguments are the paths of pages.
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { chromium } from '@playwright/test';
import jiti from 'jiti';
import lighthouse from 'lighthouse';

const { startPlatform } = jiti(import.meta.filename)('../e2e/support/platform.ts');

const debuggingPort = 4321;
const runs = 5;
const pages =
  process.argv.length > 2
    ? process.argv.slice(2)
    : ['/', '/guides/start-first-request', '/api', '/api/ideas/list', '/blog/welcome'];
/** A page with hardly any content, to compare with. */
const emptyPage = '/markdown-page';

const median = (values) => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)];

async function lighthouseScores(url) {
  const results = [];
  for (let run = 0; run < runs; run += 1) {
    const { lhr } = await lighthouse(url, { port: debuggingPort, logLevel: 'error' });
    results.push(Object.values(lhr.categories).map(({ score }) => Math.round(score * 100)));
  }
  return results[0].map((_, category) => median(results.map((scores) => scores[category]))).join(' / ');
}

/** Opens a page, and waits until its own scripts have run: they load after the first paint, when the network may have been idle already. */
async function openHydrated(page, url) {
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.waitForFunction(() => document.documentElement.dataset.hasHydrated === 'true');
  await page.waitForTimeout(1000);
}

/** The brotli sizes of a page's HTML and scripts in bytes, without prefetched scripts of other pages. */
async function transferSizes(browser, url) {
  const page = await browser.newPage();
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true, effectiveType: '4g' } }),
  );
  const sizes = { document: 0, script: 0 };
  const pending = [];
  page.on('response', (response) => {
    const type = response.request().resourceType();
    if (type in sizes) {
      pending.push(
        response.body().then((body) => {
          sizes[type] += brotliCompressSync(body).length;
        }),
      );
    }
  });
  await openHydrated(page, url);
  page.removeAllListeners('response');
  await Promise.all(pending);
  await page.close();
  return sizes;
}

/** The time that scripts block after the first paint, in milliseconds, with an empty cache. */
async function blockingTime(browser, url) {
  const context = await browser.newContext();
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.addInitScript(() => {
    globalThis.longTasks = [];
    new PerformanceObserver((list) => globalThis.longTasks.push(...list.getEntries())).observe({
      type: 'longtask',
      buffered: true,
    });
  });
  await openHydrated(page, url);
  const time = await page.evaluate(() => {
    const painted = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0;
    return globalThis.longTasks
      .filter(({ startTime }) => startTime >= painted)
      .reduce((sum, { duration }) => sum + duration - 50, 0);
  });
  await context.close();
  return time;
}

const platform = await startPlatform({ site: path.resolve(import.meta.dirname, '../build') });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    `--remote-debugging-port=${debuggingPort}`,
  ],
});
const site = platform.address;
for (const page of [...pages, emptyPage]) {
  const times = [];
  for (let run = 0; run < runs; run += 1) {
    times.push(await blockingTime(browser, site + page));
  }
  const sizes = await transferSizes(browser, site + page);
  const scores = page === emptyPage ? '–' : await lighthouseScores(site + page);
  console.log(
    `${page}: Lighthouse ${scores}, HTML ${(sizes.document / 1000).toFixed(1)} kB, JavaScript ${(sizes.script / 1000).toFixed(1)} kB, blocking ${Math.round(median(times))} ms`,
  );
}
await browser.close();
await platform.stop();
