import { expect, open, test } from './support/test';

/*
 * The server sends a Content-Security-Policy without `unsafe-inline` with every page. Tests fail on violations, which the
 * console reports.
 */

test('every page has a policy without exceptions for inline code', async ({ request }) => {
  for (const url of ['/', '/guides/use-lists', '/api', '/api/ideas/list', '/blog', '/missing']) {
    const policy = (await request.get(url)).headers()['content-security-policy'] ?? '';
    expect(policy, url).toMatch(/script-src 'self' 'sha256-/);
    expect(policy, url).not.toMatch(/unsafe-inline|unsafe-eval|script-src [^;]*unsafe/);
  }
});

test('pages keep to the policy of the first page after navigation', async ({ page }) => {
  await open(page, '/blog/welcome');
  const links = ['/', '/guides/reference-timezones', '/guides/reference-component-library', '/api', '/blog'];
  for (const link of links) {
    await page.locator(`a[href="${link}"]`).filter({ visible: true }).first().click();
    await expect(page.locator('h1')).toHaveCount(1);
    await page.waitForLoadState('networkidle');
  }
});

test('search, menus, themes and the Try it form keep to the policy', async ({ page }) => {
  await open(page, '/api/ideas/list');
  await page.getByRole('button', { name: 'Switch between dark and light mode' }).click();
  await page.locator('[data-section=listIdeas] [data-try-it]').click();
  const form = page.getByRole('dialog', { name: 'List ideas' });
  await form.getByRole('button', { name: 'Close' }).click();
  await expect(form).toBeHidden();
  await page.keyboard.press('/');
  await page.getByRole('dialog').getByRole('combobox').or(page.getByRole('searchbox')).first().fill('ideas');
  await expect(page.getByRole('dialog').getByRole('option').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 390, height: 800 });
  await open(page, '/');
  await page.getByRole('button', { name: 'Toggle navigation bar' }).click();
  await expect(page.locator('.navbar-sidebar')).toBeVisible();
});
