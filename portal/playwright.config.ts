import { defineConfig } from '@playwright/test';
import { launchOptions } from './e2e/browser/launch';

const firstPort = Number(process.env.PORTAL_TEST_PORT ?? 4310);

/** The ports of the sites under test: the portal, a small site with two locales and versions, and a misplaced build. */
export const sites = { portal: firstPort, fixture: firstPort + 1, misplaced: firstPort + 2 };

export default defineConfig({
  testDir: '.',
  testMatch: ['e2e/**/*.spec.ts', 'tests/**/*.test.ts'],
  globalSetup: './e2e/support/setup.ts',
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  workers: 2,
  // How long tests wait before they fail. Not limits that a test measures.
  timeout: 600_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: {
    baseURL: `http://127.0.0.1:${sites.portal}`,
    viewport: { width: 1440, height: 900 },
    // A click that cannot succeed names what is in its way, instead of the end of the test.
    actionTimeout: 60_000,
    launchOptions,
  },
});
