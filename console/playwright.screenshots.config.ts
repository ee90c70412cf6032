import { defineConfig } from '@playwright/test';
import config from './playwright.config';

/** Pictures of every screen for a review by people, in the language `LOCALE`; no test. */
export default defineConfig({
  ...config,
  testDir: './e2e/screenshots',
  testMatch: ['*.shot.ts'],
  use: { ...config.use, locale: process.env.LOCALE ?? 'en-GB' },
});
