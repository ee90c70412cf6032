// Prints the measures of the built portal as the product's server serves it, each the median of three: Lighthouse
// on a phone, JavaScript, and blocking time with the processor slowed down four times. Needs `make build` before,
// or the variable `FOLKMOOT_BINARY`.
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { chromium } from '@playwright/test';
import jiti from 'jiti';
import lighthouse from 'lighthouse';

const { startPlatform } = jiti(import.meta.filename)('../e2e/support/platform.ts');

const debuggingPort = 4321;
const runs = 3;
const pages =
  process.argv.length > 2
    ? process.argv.slice(2)
    : ['/', '/guides/start-first-request', '/api', '/blog/welcome'];
const bare = '/markdown-page';

const median = (values) => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)];

async function lighthouseScores(address) {
  const results = [];
  for (let run = 0; run < runs; run += 1) {
    const { lhr } = await lighthouse(address, { port: debuggingPort, logLevel: 'error' });
    results.push(Object.values(lhr.categories).map(({ score }) => Math.round(score * 100)));
  }
  return results[0].map((_, category) => median(results.map((scores) => scores[category]))).join(' / ');
}

/** All scripts that a page loads by itself, without those of pages that it links to. */
async function scriptBytes(browser, address) {
  const page = await browser.newPage();
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true, effectiveType: '4g' } }),
  );
  const sizes = [];
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) {
      sizes.push(response.body().then((body) => brotliCompressSync(body).length));
    }
  });
  await page.goto(address, { waitUntil: 'networkidle' });
  const total = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  await page.close();
  return total;
}

/** Nothing is cached: each run has a context of its own. */
async function blockingTime(browser, address) {
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
  await page.goto(address, { waitUntil: 'networkidle' });
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
for (const page of [...pages, bare]) {
  const times = [];
  for (let run = 0; run < runs; run += 1) {
    times.push(await blockingTime(browser, site + page));
  }
  const bytes = await scriptBytes(browser, site + page);
  const scores = page === bare ? '–' : await lighthouseScores(site + page);
  console.log(
    `${page}: Lighthouse ${scores}, JavaScript ${(bytes / 1000).toFixed(1)} kB, blocking ${Math.round(median(times))} ms`,
  );
}
await browser.close();
await platform.stop();
