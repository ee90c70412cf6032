import type { Locator, Page } from '@playwright/test';
import { sites } from '../playwright.config';
import { accessibilityViolations } from './browser/accessibility';
import { demoClient, expect, hydrated, open, test } from './support/test';

/** The demo platform serves the portal, so its URL is that of the API. */
const apiUrl = `http://127.0.0.1:${sites.portal}`;

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

/** A token of the demo platform, from the form. */
async function getToken(dialog: Locator): Promise<void> {
  const { client_id, client_secret } = demoClient();
  await dialog.getByLabel('Client ID').fill(client_id);
  await dialog.getByLabel('Client secret').fill(client_secret);
  await dialog.getByRole('button', { name: 'Get token' }).click();
  await expect(dialog).toContainText(`Token for client ${client_id} (full), valid until`);
  await expect(dialog).toContainText('The token stays in memory');
}

async function sendRequest(dialog: Locator): Promise<void> {
  await dialog.getByRole('button', { name: 'Send request' }).click();
  await expect(dialog).toContainText(/20[01].* in \d+ ms, [\d.]+ (kB|bytes)/);
}

/** Fails if a part of the dialog is wider than the dialog. */
async function expectToFit(dialog: Locator): Promise<void> {
  const overflowing = await dialog.evaluate((element) => {
    const { left, right } = element.getBoundingClientRect();
    const parts = [...element.querySelectorAll('*')].filter((part) => !part.parentElement?.closest('pre'));
    const outside = parts.filter((part) => {
      const box = part.getBoundingClientRect();
      return box.width > 0 && (box.left < left - 1 || box.right > right + 1);
    });
    return [
      element.scrollWidth - element.clientWidth,
      ...outside.map((part) => part.outerHTML.slice(0, 200)),
    ];
  });
  expect(overflowing).toEqual([0]);
}

/** The input of a parameter; check boxes for fields can have the same name. */
const field = (dialog: Locator, name: string) => dialog.getByRole('textbox', { name, exact: true });

/** Opens the parameters of a kind that are folded at first. */
const unfold = (dialog: Locator, title: string) =>
  dialog.locator('summary', { hasText: title }).first().click();

/** Opens the form of an operation. */
async function tryOut(page: Page, id: string) {
  const section = page.locator(`[data-section=${id}]`);
  await section.scrollIntoViewIfNeeded();
  // The scripts of the page add this control to operations near the viewport.
  await expect(section.getByRole('combobox')).toBeVisible();
  await section.getByRole('button', { name: 'Try it' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  return page.locator('dialog[open]');
}

test('a token from client ID and secret is used by later requests and never stored', async ({ page }) => {
  const calls = await platform(page);
  await open(page, '/api/ideas/list');
  const dialog = await tryOut(page, 'listIdeas');
  expect(calls).toEqual([]);
  await expect(dialog.getByLabel('Client ID')).toBeFocused();

  await dialog.getByLabel('Client ID').fill('6b0f1c1e-3a44-4c1e-9b57-3a3ab1a3e0b1');
  await dialog.getByLabel('Client secret').fill('right');
  await dialog.getByRole('button', { name: 'Get token' }).click();
  await expect(dialog).toContainText('The token stays in memory');
  await expect(field(dialog, 'author_id')).toBeFocused();
  await unfold(dialog, 'Pagination');
  await dialog.getByLabel('page_size').fill('24');
  await dialog.getByRole('button', { name: 'Send request' }).click();
  await expect(dialog).toContainText(/200.* in \d+ ms/);
  await expect(dialog.getByRole('figure')).toContainText('"total_pages": 0');
  expect(calls.at(-1)).toMatchObject({
    method: 'GET',
    path: '/api/v2/ideas?page_size=24',
    authorization: 'Bearer the.token',
  });

  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.getByRole('link', { name: /Next.*List deleted ideas/s }).click();
  const next = await tryOut(page, 'listDeletedIdeas');
  await expect(next).toContainText('The token stays in memory');
  const stored = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
  );
  expect(stored).not.toContain('the.token');
  await page.reload();
  await hydrated(page);
  await expect((await tryOut(page, 'listDeletedIdeas')).getByLabel('Client ID')).toBeVisible();
});

test('a dialog is open from the click on, also while the form replaces the waiting panel', async ({
  page,
}) => {
  await open(page, '/api/ideas/list');
  const states = await page.evaluateHandle(() => {
    const isOpen: boolean[] = [];
    const observe = () => isOpen.push(document.querySelector('dialog[open]') !== null);
    new MutationObserver(observe).observe(document.body, { childList: true, subtree: true });
    return isOpen;
  });
  await tryOut(page, 'listIdeas');
  await expect(page.getByRole('button', { name: 'Send request' })).toBeVisible();
  const sinceOpened = (await states.jsonValue()).join().replace(/^(false,)*/, '');
  expect(sinceOpened).toMatch(/^true(,true)*$/);
});

test('a response with long texts can be folded, copied and paged, and fits at every width', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await open(page, '/api/ideas/list');
  const dialog = await tryOut(page, 'listIdeas');
  await expect(dialog).toContainText(`Requests go to ${apiUrl}`);
  await getToken(dialog);
  await unfold(dialog, 'Pagination');
  await dialog.getByLabel('page_size').fill('2');
  await sendRequest(dialog);
  await expect(dialog).toContainText('Page 1 of 25');
  for (const width of [1440, 768, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await expectToFit(dialog);
  }

  await dialog.getByRole('button', { name: 'Copy response' }).click();
  const copied = JSON.parse(await clipboard());
  expect(copied.ideas).toHaveLength(2);
  await dialog.getByRole('button', { name: 'Copy as curl' }).click();
  expect(await clipboard()).toMatch(
    /curl '.*\/api\/v2\/ideas\?page_size=2' \\\n {2}--header 'Authorization: Bearer eyJ/,
  );

  const list = dialog.locator('summary', { hasText: '"ideas"' });
  await list.focus();
  await page.keyboard.press('Enter');
  await expect(list).toContainText('[ 2 items ]');
  await expect(dialog.getByRole('figure')).not.toContainText(copied.ideas[0].id);
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('figure')).toContainText(copied.ideas[0].id);

  await dialog.getByRole('button', { name: 'Next page' }).click();
  await expect(dialog).toContainText('Page 2 of 25');
  await expect(dialog.getByLabel('page_number')).toHaveValue('2');
  await dialog.getByRole('button', { name: 'Previous page' }).click();
  await expect(dialog).toContainText('Page 1 of 25');
});

test('an id in a response opens the operation that reads the record', async ({ page }) => {
  await open(page, '/api/ideas/list');
  const dialog = await tryOut(page, 'listIdeas');
  await getToken(dialog);
  await unfold(dialog, 'Pagination');
  await dialog.getByLabel('page_size').fill('1');
  await sendRequest(dialog);
  const project = dialog
    .getByRole('listitem')
    .filter({ hasText: /^"project_id": / })
    .getByRole('button');
  await expect(project).toHaveAttribute('title', 'Get a project');
  const id = JSON.parse((await project.textContent()) ?? '');
  await project.click();
  await expect(dialog.getByRole('heading', { name: 'Get a project' })).toBeVisible();
  await expect(dialog.getByLabel('id required')).toHaveValue(id);
  await expect(dialog.getByRole('button', { name: 'Send request' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('figure')).toContainText('"project"');
  await dialog.getByRole('button', { name: 'Back to “List ideas”' }).click();
  await expect(dialog.getByLabel('page_size')).toHaveValue('1');
  await expect(dialog.getByRole('figure')).toContainText('"ideas"');
});

test('samples show what the reader entered, in every language and only in memory', async ({ page }) => {
  await platform(page);
  await open(page, '/api/all#listIdeas');
  const sampleOf = (id: string) =>
    page.locator(`[data-section=${id}] figure:has([data-languages]) pre`).first();
  await expect(sampleOf('listIdeas')).toContainText('$TOKEN');
  const dialog = await tryOut(page, 'listIdeas');
  await dialog.getByLabel('paste a token').fill('my.token');
  await dialog.getByRole('button', { name: 'Use token' }).click();
  await field(dialog, 'created_at').fill('2026-31-10,');
  await page.keyboard.press('Escape');
  await expect(sampleOf('listIdeas')).toContainText("/api/v2/ideas?created_at=2026-31-10,'");
  await expect(sampleOf('listIdeas')).toContainText('Bearer my.token');
  await expect(sampleOf('listIdeas')).not.toContainText('$TOKEN');
  await page.locator('[data-section=listIdeas] select').selectOption('python');
  await expect(sampleOf('listIdeas')).toContainText('import requests');
  await expect(sampleOf('listIdeas')).toContainText('created_at=2026-31-10,');
  await page.locator('[data-section=getIdea]').scrollIntoViewIfNeeded();
  await expect(sampleOf('getIdea')).toContainText('Bearer my.token');

  const stored = () =>
    page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href]),
    );
  expect(await stored()).not.toMatch(/my\.token|2026-31-10/);
  const again = await tryOut(page, 'listIdeas');
  await expect(field(again, 'created_at')).toHaveValue('2026-31-10,');
  await field(again, 'created_at').fill('');
  await again.getByRole('button', { name: 'Remove token' }).click();
  await page.keyboard.press('Escape');
  await expect(sampleOf('listIdeas')).toContainText('YOUR_CLIENT_ID');
  await expect(sampleOf('getIdea')).not.toContainText('my.token');
});

test('a chosen file is encoded and uploaded', async ({ page }) => {
  await open(page, '/api/files/upload');
  const dialog = await tryOut(page, 'uploadFile');
  await getToken(dialog);
  const content = 'Notes, with “quotes”\n'.repeat(9000);
  await dialog
    .getByLabel('File to upload')
    .setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from(content) });
  const body = dialog.getByLabel('Request body');
  await expect(body).toHaveValue(/"name": "notes.txt"/);
  await expect(body).toHaveValue(/"content": "<notes.txt, [\d,]+ bytes as Base64>"/);
  await sendRequest(dialog);
  const response = dialog.getByRole('figure');
  await expect(response).toContainText('"name": "notes.txt"');
  await expect(response).toContainText(`"size": ${Buffer.byteLength(content)}`);
  await page.keyboard.press('Escape');
  const sample = page.locator('[data-section=uploadFile] pre').filter({ hasText: "FILE='notes.txt'" });
  await expect(sample).toBeVisible();
});

test('after Enter the status and the response are in view, and Send remains there', async ({ page }) => {
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await open(page, '/api/ideas/list');
    const dialog = await tryOut(page, 'listIdeas');
    await getToken(dialog);
    await expect(dialog).toContainText(/Token for client [0-9a-f-]{36} \(full\), valid until \d/);
    const filter = field(dialog, 'search');
    await filter.fill('tree');
    await filter.press('Enter');
    await expect(dialog.getByRole('status').filter({ hasText: /^200.* in \d+ ms/ })).toBeInViewport();
    await expect(dialog.getByRole('figure')).toBeInViewport();
    await expect(dialog.getByRole('button', { name: 'Send request' })).toBeInViewport();
    if (width === 1440) await expect(filter).toBeInViewport();
  }
});

test('fields are chosen from a list, and dates from a calendar with the date in words', async ({ page }) => {
  const calls = await platform(page);
  await open(page, '/api/ideas/list');
  const dialog = await tryOut(page, 'listIdeas');
  await expect(field(dialog, 'project_id')).toHaveAttribute('placeholder', /^e\.g\. /);
  await dialog.getByLabel('created_at from').fill('2026-10-31');
  await expect(field(dialog, 'created_at')).toHaveValue('2026-31-10,');
  await expect(dialog).toContainText('From 31 October 2026');
  await unfold(dialog, 'Output');
  await dialog.locator('summary[aria-label^="fields:"]').click();
  await dialog.getByRole('checkbox', { name: 'title', exact: true }).check();
  await dialog.getByRole('checkbox', { name: 'id', exact: true }).check();
  await dialog.getByRole('button', { name: 'Send request' }).click();
  await expect(dialog).toContainText(/200.* in \d+ ms/);
  expect(calls.at(-1)?.path).toBe('/api/v2/ideas?fields=id,title&created_at=2026-31-10,');
});

test.describe('with a wrong value', () => {
  test.use({ expectedMessages: /status of 400/ });

  test('the parameter that the error names is marked, with the reason', async ({ page }) => {
    await open(page, '/api/ideas/list');
    const dialog = await tryOut(page, 'listIdeas');
    await getToken(dialog);
    const filter = field(dialog, 'created_at');
    await filter.fill('2026-99-99');
    await dialog.getByRole('button', { name: 'Send request' }).click();
    await expect(dialog.getByRole('status').filter({ hasText: /^400/ })).toBeVisible();
    await expect(filter).toHaveAttribute('aria-invalid', 'true');
    await expect(filter).toHaveAccessibleDescription(/2026-99-99/);
  });
});

test('long lists are shown in parts', async ({ page }) => {
  const areas = Array.from({ length: 5000 }, (_, number) => `area ${number}`);
  await page.route('**/api/v2/**', (route) => route.fulfill({ json: { areas } }));
  await open(page, '/api/areas/list');
  const dialog = await tryOut(page, 'listAreas');
  await sendRequest(dialog);
  await expect(dialog.getByRole('listitem').filter({ hasText: /^"area \d+"$/ })).toHaveCount(50);
  await dialog.getByRole('button', { name: 'Show 50 more of 5000' }).click();
  await expect(dialog.getByRole('listitem').filter({ hasText: /^"area \d+"$/ })).toHaveCount(100);
});

test.describe('with wrong credentials', () => {
  test.use({ expectedMessages: /status of 401|^request to / });

  test('the error is shown, and a token can be pasted and removed', async ({ page }) => {
    const calls = await platform(page);
    await open(page, '/api/ideas/list');
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
  await open(page, '/api/files/change');
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
  test.use({ expectedMessages: /ERR_|Failed to load|^request to / });

  test('the error says what to check', async ({ page }) => {
    await page.route('**/api/v2/**', (route) => route.abort());
    await open(page, '/api/ideas/list');
    const dialog = await tryOut(page, 'listIdeas');
    await dialog.getByRole('button', { name: 'Send request' }).click();
    await expect(dialog.getByRole('alert')).toContainText(
      `Cannot reach the platform at ${apiUrl} (Failed to fetch). Check that it is running.`,
    );
  });
});

for (const [mode, width] of [
  ['light', 1440],
  ['dark', 390],
] as const) {
  test(`the form has no accessibility violations in ${mode} mode at ${width} px`, async ({ page }) => {
    await page.addInitScript((theme) => localStorage.setItem('theme', theme), mode);
    await page.setViewportSize({ width, height: 844 });
    await open(page, '/api/ideas/list');
    const dialog = await tryOut(page, 'listIdeas');
    await getToken(dialog);
    await unfold(dialog, 'Pagination');
    await dialog.getByLabel('page_size').fill('1');
    await sendRequest(dialog);
    expect(await accessibilityViolations(page, { part: 'dialog' })).toEqual([]);
    await expectToFit(dialog);
  });
}
