import { test as base, expect, type Page } from '@playwright/test';
import { sites } from '../../playwright.config';
import type { Platform } from './platform';

export { expect };

/** The small site with two locales and versions. */
export const fixtureSite = `http://127.0.0.1:${sites.fixture}`;

/** The portal under a URL that it was not built for. */
export const misplacedSite = `http://127.0.0.1:${sites.misplaced}/elsewhere/`;

/** A client of the demo platform that serves the portal. */
export const demoClient = () => JSON.parse(process.env.DEMO_CLIENT ?? '{}') as Platform['client'];

/** What the console reports on the pages with data of the server, which the servers of most tests do not publish. */
export const nothingPublished = /status of 404.*\/(?:open-data|feeds-and-calendars)\)$/;

interface Fixtures {
  /** The console messages that a test expects; any other fails it. */
  expectedMessages: RegExp | undefined;
  /** Console warnings and errors, and requests to other hosts. */
  messages: string[];
}

/** A test that fails on console warnings and errors and on requests to other hosts. */
export const test = base.extend<Fixtures>({
  expectedMessages: [undefined, { option: true }],
  messages: [
    async ({ page, expectedMessages }, use) => {
      const messages: string[] = [];
      watch(page, messages);
      await use(messages);
      expect(messages.filter((line) => !expectedMessages?.test(line))).toEqual([]);
    },
    { auto: true },
  ],
});

function watch(page: Page, messages: string[]): void {
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) {
      messages.push(`${message.text()} (${page.url()})`);
    }
  });
  page.on('pageerror', (error) => messages.push(error.message));
  page.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (protocol.startsWith('http') && hostname !== '127.0.0.1') {
      messages.push(`request to ${request.url()}`);
    }
  });
}

/** Opens a page and waits until React has hydrated it. */
export async function open(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await hydrated(page);
}

/** Adds styles to a page; its Content-Security-Policy does not allow style elements. */
export async function addStyles(page: Page, css: string): Promise<void> {
  await page.evaluate((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  }, css);
}

/** Waits until React has hydrated the page. */
export async function hydrated(page: Page): Promise<void> {
  // An expectation that does not hold yet describes its element for the report: on the reference, for seconds.
  await page.waitForFunction(() => document.documentElement.dataset.hasHydrated === 'true', undefined, {
    timeout: 60_000,
  });
}
