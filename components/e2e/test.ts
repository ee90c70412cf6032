import path from 'node:path';
import { test as base, expect, type Page, type Route } from '@playwright/test';
import { type Platform, startPlatform } from './platform';
import { type Site, startSite } from './site';

/** What a page contains beside the elements. */
interface PageOptions {
  lang?: string;
  dir?: string;
  /** Further style sheets of the site. */
  styles?: string[];
}

interface Fixtures {
  /** The lines that the page wrote to the console as errors, without those of the browser about requests. */
  consoleLines: string[];
  /** Opens a page of the website with these elements. `KEY` is replaced by the key of the website. */
  open: (elements: string, options?: PageOptions) => Promise<void>;
}

interface WorkerFixtures {
  site: Site;
  platform: Platform;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a pattern.
    async ({}, use) => {
      const site = await startSite();
      await use(site);
      await site.stop();
    },
    { scope: 'worker' },
  ],
  platform: [
    async ({ site }, use) => {
      const platform = await startPlatform(site.origin);
      await use(platform);
      await platform.stop();
    },
    { scope: 'worker' },
  ],
  consoleLines: async ({ page }, use) => {
    const lines: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error' && !isOfRequest(message.text())) lines.push(message.text());
    });
    page.on('pageerror', (error) => lines.push(String(error)));
    await use(lines);
  },
  page: async ({ page }, use) => {
    // With the variable `COMPONENTS_BUILT`, the files of the build are tested instead of the embedded ones.
    if (process.env.COMPONENTS_BUILT) await page.route('**/components/*', serveBuild);
    await use(page);
  },
  open: async ({ page, site, platform, consoleLines }, use) => {
    await use(async (elements, { lang = 'en-GB', dir = 'ltr', styles = [] } = {}) => {
      const sheets = ['site.css', ...styles].map((name) => `<link rel="stylesheet" href="/${name}">`);
      const html = `<!doctype html><html lang="${lang}" dir="${dir}"><head><meta charset="utf-8">
        <meta name="viewport" content="width=device-width"><title>City</title>${sheets.join('')}
        <script type="module" src="${platform.url}/components/folkmoot.js"></script></head>
        <body><main><h1>City</h1><h2>Take part</h2>${elements.replaceAll('KEY', platform.key)}</main></body></html>`;
      await page.goto(site.page(html, platform.url));
    });
    expect(
      consoleLines.filter((line) => !line.startsWith('folkmoot-')),
      'errors and violations of the policy',
    ).toEqual([]);
  },
});

async function serveBuild(route: Route) {
  const name = path.basename(new URL(route.request().url()).pathname).replace(/-[\da-f]{16}\.js$/, '.js');
  await route.fulfill({
    path: path.join(import.meta.dirname, '../build', name),
    headers: {
      'Access-Control-Allow-Origin': '*',
      'Content-Type': name.endsWith('.css') ? 'text/css' : 'text/javascript',
    },
  });
}

/** Browsers report responses with an error status, lost connections, and origins that are not allowed. */
const isOfRequest = (text: string) =>
  text.startsWith('Failed to load resource') || text.startsWith('Access to fetch at');

/** Waits until every element on the page has this state. */
export const expectState = async (page: Page, state: string) => {
  const elements = page.locator('folkmoot-projects, folkmoot-ideas, folkmoot-events, folkmoot-idea');
  for (const element of await elements.all()) await expect(element).toHaveAttribute('state', state);
};

export { expect } from '@playwright/test';
