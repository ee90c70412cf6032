import { test as base, expect, type Page } from '@playwright/test';
import { sites } from '../../playwright.config';
import type { Platform } from './platform';

export { expect };

/** The small site with two locales and versions. */
export const fixtureSite = `http://127.0.0.1:${sites.fixture}`;

/** The portal under an address that it was not built for. */
export const misplacedSite = `http://127.0.0.1:${sites.misplaced}/elsewhere/`;

/** A client of the demo platform that the portal is served with. */
export const demoClient = () => JSON.parse(process.env.DEMO_CLIENT ?? '{}') as Platform['client'];

interface Fixtures {
  /** What a test expects the console to say; anything else fails it. */
  expectedMessages: RegExp | undefined;
  /** What the console said and which requests left the host. */
  noise: string[];
}

/** A test in which the page must keep its console silent and send no request to another host. */
export const test = base.extend<Fixtures>({
  expectedMessages: [undefined, { option: true }],
  noise: [
    async ({ page, expectedMessages }, use) => {
      const noise: string[] = [];
      watch(page, noise);
      await use(noise);
      expect(noise.filter((line) => !expectedMessages?.test(line))).toEqual([]);
    },
    { auto: true },
  ],
});

function watch(page: Page, noise: string[]): void {
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) {
      noise.push(`${message.text()} (${page.url()})`);
    }
  });
  page.on('pageerror', (error) => noise.push(error.message));
  page.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (protocol.startsWith('http') && hostname !== '127.0.0.1') {
      noise.push(`request to ${request.url()}`);
    }
  });
}

/** Opens a page and waits until React has taken it over. */
export async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await hydrated(page);
}

/** Waits until React has taken over the page. */
export async function hydrated(page: Page): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('data-has-hydrated', 'true');
}
