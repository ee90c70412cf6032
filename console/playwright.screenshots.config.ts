import { defineConfig } from '@playwright/test';
import config from './playwright.config';

/** Pictures of every screen for a review by people; no test. */
export default defineConfig({ ...config, testDir: './e2e/screenshots', testMatch: ['*.shot.ts'] });
