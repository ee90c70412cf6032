import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { portal } from './support/build';
import { expect, hydrated, open, test } from './support/test';

test.use({ expectedMessages: /chunk|Failed to load resource/i });

const scripts = path.join(portal, 'build/assets/js');

/** The names of the scripts that contain a text. */
function scriptsWith(text: string): string[] {
  return readdirSync(scripts).filter(
    (name) => name.endsWith('.js') && readFileSync(path.join(scripts, name), 'utf8').includes(text),
  );
}

/** Makes requests for scripts fail until the returned function is called. */
async function failing(page: Page, names: string[]): Promise<() => void> {
  expect(names.length).toBeGreaterThan(0);
  let isFailing = true;
  await page.route(
    (url) => names.includes(path.basename(url.pathname)),
    (route) => (isFailing ? route.abort() : route.continue()),
  );
  return () => {
    isFailing = false;
  };
}

const failure = (page: Page) => page.getByRole('alert').filter({ hasText: /Loading .*failed/ });
const retry = (page: Page) => failure(page).getByRole('button', { name: 'Retry' });

test('the reference reached by a link shows the error, and Retry loads the operations', async ({ page }) => {
  await open(page, '/blog');
  const succeed = await failing(page, scriptsWith('common-tasks'));
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'API', exact: true })
    .click();
  await expect(failure(page)).toBeVisible();
  await expect(page).toHaveURL('/api');
  succeed();
  await retry(page).click();
  await expect(page.locator('#listIdeas')).toBeVisible();
  await expect(failure(page)).toHaveCount(0);
});

test('Try it shows the error in its panel, and Retry opens the form', async ({ page }) => {
  const succeed = await failing(page, scriptsWith('Send request'));
  await open(page, '/api/ideas/list');
  const button = page.locator('[data-try-it=listIdeas]');
  await button.click();
  await expect(page.getByRole('dialog', { name: 'Try it' }).getByRole('alert')).toContainText('failed');
  succeed();
  await retry(page).click();
  const dialog = page.getByRole('dialog', { name: 'List ideas' });
  await expect(dialog.getByRole('button', { name: 'Send request' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(button).toBeFocused();
});

test('if a script fails again, Retry reloads the page', async ({ page }) => {
  const succeed = await failing(page, scriptsWith('Send request'));
  await open(page, '/api/ideas/list');
  await page.locator('[data-try-it=listIdeas]').click();
  await retry(page).click();
  await expect(retry(page)).toBeVisible();
  succeed();
  const reloaded = page.waitForEvent('load');
  await retry(page).click();
  await reloaded;
});

test('samples show the error, and Retry loads them', async ({ page }) => {
  const succeed = await failing(page, scriptsWith('</span> requests'));
  await open(page, '/api/ideas/list');
  const sample = page.locator('[data-section=listIdeas] figure', {
    has: page.locator('[data-languages], select'),
  });
  await sample.getByRole('combobox').selectOption('python');
  await expect(sample.getByRole('alert')).toContainText('failed');
  succeed();
  await sample.getByRole('button', { name: 'Retry' }).click();
  await expect(sample.locator('pre')).toContainText('import requests');
  await expect(sample.getByRole('alert')).toHaveCount(0);
});

for (const name of ['main', 'runtime~main']) {
  test(`without ${name}.js the page is readable and shows the error, and Retry loads it`, async ({
    page,
  }) => {
    const succeed = await failing(
      page,
      readdirSync(scripts).filter((file) => file.startsWith(`${name}.`)),
    );
    await page.goto('/guides/use-lists');
    await expect(failure(page)).toBeVisible();
    await expect(failure(page)).toContainText(`${name}.`);
    await expect(page.locator('h1')).toHaveText('Pagination, sorting, filtering and dates');
    succeed();
    await retry(page).click();
    await hydrated(page);
    await expect(failure(page)).toHaveCount(0);
  });
}
