import { test as base, expect, type Page } from '@playwright/test';
import { ADMIN_KEY } from './fake/administration';
import { now } from './fake/data';
import { FakeServer } from './fake/server';

interface Fixtures {
  /** A fake server of its own for each test. */
  fake: FakeServer;
  /** The URL of the console, without a slash at its end. */
  consoleUrl: string;
  /** Opens a page of the console, signed in. */
  open: (path: string) => Promise<void>;
}

export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a pattern.
  fake: async ({}, use) => {
    const fake = new FakeServer();
    await use(fake);
    await fake.stop();
  },
  consoleUrl: async ({ fake }, use) => use(`${await fake.start()}/admin`),
  page: async ({ page, consoleUrl }, use) => {
    const problems: string[] = [];
    const origin = new URL(consoleUrl).origin;
    page.on('console', (message) => {
      if (message.type() === 'error' && !isExpected(message.text())) problems.push(message.text());
    });
    page.on('pageerror', (error) => problems.push(String(error)));
    page.on('request', (request) => {
      if (!request.url().startsWith(origin) && !request.url().startsWith('blob:'))
        problems.push(request.url());
    });
    await page.clock.install({ time: now });
    await use(page);
    expect(problems, 'errors, violations of the policy, requests to other hosts').toEqual([]);
  },
  open: async ({ page, fake, context, consoleUrl }, use) => {
    await use(async (path) => {
      fake.state.sessions.add('signed-in');
      await context.addCookies([{ name: 'folkmoot_admin', value: 'signed-in', url: consoleUrl }]);
      await page.goto(`${consoleUrl}${path}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    });
  },
});

/** Browsers report responses with an error status, and lost connections, which tests cause on purpose. */
const isExpected = (text: string) => text.startsWith('Failed to load resource');

export async function signIn(page: Page) {
  await page.getByLabel('Admin key').fill(ADMIN_KEY);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

export { expect } from '@playwright/test';
