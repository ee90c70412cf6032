import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { demoClient, expect, hydrated, open, test } from './support/test';

interface Call {
  method: string;
  path: string;
  authorization?: string;
  body?: unknown;
}

/** Mocks the platform and records the requests. */
async function platform(page: Page): Promise<Call[]> {
  const calls: Call[] = [];
  await page.route('**/api/v2/**', async (route) => {
    const request = route.request();
    const { pathname, search } = new URL(request.url());
    calls.push({
      method: request.method(),
      path: pathname + search,
      authorization: request.headers().authorization,
      body: request.postDataJSON(),
    });
    if (pathname.endsWith('/authenticate')) {
      const isRight = request.postDataJSON().auth.client_secret === 'right';
      await route.fulfill(
        isRight
          ? { status: 201, json: { jwt: 'the.token' } }
          : { status: 401, json: { detail: 'The client id and secret do not belong together.' } },
      );
    } else {
      await route.fulfill({ json: { ideas: [], meta: { current_page: 1, total_pages: 0 } } });
    }
  });
  return calls;
}

async function tryOut(page: Page, id: string) {
  await page.locator(`[data-section=${id}]`).getByRole('button', { name: 'Try it' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  return dialog;
}

test('a token from client ID and secret is used by later requests and never stored', async ({ page }) => {
  const calls = await platform(page);
  await open(page, '/api#listIdeas');
  const dialog = await tryOut(page, 'listIdeas');
  expect(calls).toEqual([]);

  await dialog.getByLabel('Client ID').fill('6b0f1c1e-3a44-4c1e-9b57-3a3ab1a3e0b1');
  await dialog.getByLabel('Client secret').fill('right');
  await dialog.getByRole('button', { name: 'Get token' }).click();
  await expect(dialog).toContainText('The token stays in memory');
  await dialog.getByLabel('page_size').fill('24');
  await dialog.getByRole('button', { name: 'Send request' }).click();
  await expect(dialog).toContainText(/200.* in \d+ ms/);
  await expect(dialog.locator('pre').last()).toContainText('"total_pages": 0');
  expect(calls.at(-1)).toMatchObject({
    method: 'GET',
    path: '/api/v2/ideas?page_size=24',
    authorization: 'Bearer the.token',
  });

  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  const next = await tryOut(page, 'listDeletedIdeas');
  await expect(next).toContainText('The token stays in memory');
  const stored = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
  );
  expect(stored).not.toContain('the.token');
  await page.reload();
  await hydrated(page);
  await expect((await tryOut(page, 'listIdeas')).getByLabel('Client ID')).toBeVisible();
});

test('requests go to the platform that serves the portal', async ({ page }) => {
  const { client_id, client_secret } = demoClient();
  await open(page, '/api#listIdeas');
  const dialog = await tryOut(page, 'listIdeas');
  await dialog.getByLabel('Client ID').fill(client_id);
  await dialog.getByLabel('Client secret').fill(client_secret);
  await dialog.getByRole('button', { name: 'Get token' }).click();
  await expect(dialog).toContainText('The token stays in memory');
  await dialog.getByLabel('page_size').fill('2');
  await dialog.getByRole('button', { name: 'Send request' }).click();
  await expect(dialog).toContainText(/200.* in \d+ ms/);
  await expect(dialog.locator('pre').last()).toContainText('"total_pages": 25');
});

test.describe('with wrong credentials', () => {
  test.use({ expectedMessages: /status of 401/ });

  test('the error is shown, and a token can be pasted and removed', async ({ page }) => {
    const calls = await platform(page);
    await open(page, '/api#listIdeas');
    const dialog = await tryOut(page, 'listIdeas');
    await dialog.getByLabel('Client ID').fill('x');
    await dialog.getByLabel('Client secret').fill('wrong');
    await dialog.getByRole('button', { name: 'Get token' }).click();
    await expect(dialog.getByRole('alert')).toContainText('do not belong together');
    await dialog.getByLabel('paste a token').fill('Bearer pasted.token');
    await dialog.getByRole('button', { name: 'Use token' }).click();
    await dialog.getByRole('button', { name: 'Send request' }).click();
    await expect(dialog).toContainText('200');
    expect(calls.at(-1)?.authorization).toBe('Bearer pasted.token');
    await dialog.getByRole('button', { name: 'Remove token' }).click();
    await expect(dialog.getByLabel('Client ID')).toBeVisible();
  });
});

test('request bodies can be edited, and required parameters are enforced', async ({ page }) => {
  const calls = await platform(page);
  await open(page, '/api#changeFile');
  const dialog = await tryOut(page, 'changeFile');
  const send = dialog.getByRole('button', { name: 'Send request' });
  await send.click();
  expect(calls).toEqual([]);
  await dialog.getByRole('textbox', { name: 'id required' }).fill('a b');
  await dialog.getByLabel('Request body').fill('{"file": {"name": "Plan"}}');
  await send.click();
  await expect(dialog).toContainText('200');
  expect(calls).toMatchObject([
    { method: 'PATCH', path: '/api/v2/files/a%20b', body: { file: { name: 'Plan' } } },
  ]);
});

test.describe('with an unreachable platform', () => {
  test.use({ expectedMessages: /ERR_|Failed to load/ });

  test('the error says what to check, and the base URL can be changed', async ({ page }) => {
    await page.route('**/api/v2/**', (route) => route.abort());
    await open(page, '/api#listIdeas');
    const dialog = await tryOut(page, 'listIdeas');
    await dialog.getByLabel('Base URL').fill('http://127.0.0.1:9/');
    await dialog.getByRole('button', { name: 'Send request' }).click();
    await expect(dialog.getByRole('alert')).toContainText('Cannot reach the platform at http://127.0.0.1:9');
  });
});

for (const [mode, width] of [
  ['light', 1440],
  ['dark', 390],
] as const) {
  test(`the form has no accessibility violations in ${mode} mode at ${width} px`, async ({ page }) => {
    await page.addInitScript((theme) => localStorage.setItem('theme', theme), mode);
    await page.setViewportSize({ width, height: 844 });
    await platform(page);
    await open(page, '/api#uploadFile');
    const dialog = await tryOut(page, 'uploadFile');
    await dialog.getByRole('button', { name: 'Send request' }).click();
    await expect(dialog).toContainText('200');
    const { violations } = await new AxeBuilder({ page }).include('dialog').analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
    expect(await dialog.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
  });
}
