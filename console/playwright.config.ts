import { defineConfig } from '@playwright/test';
import { launchOptions } from '../portal/e2e/browser/launch';

export default defineConfig({
  testDir: './e2e',
  testMatch: ['*.spec.ts'],
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  workers: 2,
  // How long tests wait before they fail. Not limits that a test measures.
  timeout: 600_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    launchOptions,
  },
});
