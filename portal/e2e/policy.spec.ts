import { readdirSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { portal } from './support/build';
import { serveSite } from './support/server';
import { expect, open, test } from './support/test';

/**
 * The portal works with a Content-Security-Policy without `unsafe-inline`: these tests fail on violations, which the
 * console reports.
 */
const build = path.join(portal, 'build');

let server: Server;
let site: string;

test.beforeAll(async () => {
  server = await serveSite(build, 0, { hasPolicy: true });
  site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

test.afterAll(() => {
  server.closeAllConnections();
  server.close();
});

test('every page keeps to its policy', async ({ page }) => {
  test.setTimeout(240_000);
  const pages = readdirSync(build, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('/index.html'),
  );
  expect(pages.length).toBeGreaterThan(20);
  for (const file of ['index.html', ...pages]) await open(page, `${site}/${file}`);
});

test('pages keep to the policy of the first page after navigation', async ({ page }) => {
  await open(page, `${site}/blog/welcome`);
  const links = ['/', '/guides/reference-timezones', '/guides/reference-component-library', '/api', '/blog'];
  for (const link of links) {
    await page.locator(`a[href="${link}"]`).filter({ visible: true }).first().click();
    await expect(page.locator('h1')).toHaveCount(1);
    await page.waitForLoadState('networkidle');
  }
});

test('search, menus, themes and the Try it form keep to the policy', async ({ page }) => {
  await open(page, `${site}/api#listIdeas`);
  await page.getByRole('button', { name: 'Switch between dark and light mode' }).click();
  await page.locator('[data-section=listIdeas] [data-try-it]').click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).last().click();
  await page.keyboard.press('/');
  await page.getByRole('dialog').getByRole('combobox').or(page.getByRole('searchbox')).first().fill('ideas');
  await expect(page.getByRole('dialog').getByRole('option').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 390, height: 800 });
  await open(page, `${site}/`);
  await page.getByRole('button', { name: 'Toggle navigation bar' }).click();
  await expect(page.locator('.navbar-sidebar')).toBeVisible();
});
