import { expect, test } from '@playwright/test';
import { titled } from '../support/guides';
import { type Platform, startPlatform } from '../support/platform';
import { missing, runProgram } from '../support/programs';

test.describe.configure({ mode: 'default' });

let platform: Platform;

test.beforeAll(async () => {
  platform = await startPlatform();
  process.env.CLIENT_ID = platform.client.client_id;
  process.env.CLIENT_SECRET = platform.client.client_secret;
});

test.afterAll(() => platform.stop());

for (const [language, title] of [
  ['python', 'read_all.py'],
  ['r', 'read_all.R'],
] as const) {
  test(`${title} reads complete lists`, async () => {
    test.skip(missing(language) !== undefined, missing(language));
    const output = await runProgram(language, platform.filledIn(titled('guides/use-analysis-tools', title)));
    expect(output).toMatch(/project_title/);
    expect(output.trim().split('\n').length).toBeGreaterThan(5);
  });
}
