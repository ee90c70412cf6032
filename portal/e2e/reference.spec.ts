import type { Page } from '@playwright/test';
import { load } from 'cheerio';
import { languages } from '../src/reference/samples/languages';
import { accessibilityViolations } from './browser/accessibility';
import { overflowingElements } from './support/overflow';
import { addStyles, expect, open, test } from './support/test';

const listIdeas = '[data-section=listIdeas]';
/*
 * Tests that need one operation open its page: it consists of the same components. In the complete reference they find parts by
 * selectors, because finding one by its role takes a second each time.
 */
const menuOf = (page: Page) => page.locator('nav[aria-label="Operations"]');
/** The sample of an operation, before and after the scripts of the page add the choice of the language. */
const sampleOf = (page: Page, part = listIdeas) =>
  page.locator(`${part} figure`, { has: page.locator('[data-languages], select') });

interface DocumentedOperation {
  operationId: string;
  summary: string;
  security: Record<string, string[]>[];
}

async function operations(page: Page): Promise<DocumentedOperation[]> {
  const { paths } = await (await page.request.get('/openapi.json')).json();
  const items = Object.values<Record<string, DocumentedOperation>>(paths);
  return items.flatMap((item) => Object.values(item)).filter(({ operationId }) => operationId);
}

test('the overview lists every operation with its path and leads to its page', async ({ page }) => {
  const text = await (await page.request.get('/api')).text();
  expect(text.length).toBeLessThan(150_000);
  const html = load(text);
  for (const { operationId, summary } of await operations(page)) {
    const row = html(`tr[id="${operationId}"]`);
    expect(row.text()).toContain(summary);
    expect(row.text()).toMatch(/(?:GET|POST|PATCH|PUT|DELETE) \/api\/v2\//);
    const target = await page.request.get(row.find('a').attr('href') ?? '');
    expect(load(await target.text())('h1').text(), operationId).toContain(summary);
  }
});

test('the overview lists the permissions of every operation, in its row or that of its group', async ({
  page,
}) => {
  const html = load(await (await page.request.get('/api')).text());
  for (const { operationId, security } of await operations(page)) {
    const row = html(`tr[id="${operationId}"]`);
    const own = row.children().last();
    const group = row.parent().children().first().children().last();
    const shown = own.text() ? own : group;
    const scopes = shown.find('code').toArray();
    expect(
      scopes.map((scope) => html(scope).text()),
      operationId,
    ).toEqual(security.find(({ oauth2 }) => oauth2)?.oauth2 ?? []);
    if (security.length === 0) expect(shown.text()).toBe('no token needed');
  }
});

test('the complete reference contains every operation with its path, responses and sample', async ({
  page,
}) => {
  const html = load(await (await page.request.get('/api/all')).text());
  const all = await operations(page);
  expect(all.length).toBeGreaterThan(50);
  for (const { operationId, summary } of all) {
    const section = html(`[data-section=${operationId}]`).text();
    expect(section).toContain(summary);
    expect(section).toMatch(/\/api\/v2\/.*curl.*Response/s);
  }
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('operations, fields and samples are readable, without buttons that need JavaScript', async ({
    page,
  }) => {
    await page.goto('/api#listIdeas');
    await expect(page.locator('#listIdeas')).toBeInViewport();
    await page.locator('#listIdeas').getByRole('link').click();
    const part = page.locator(listIdeas);
    await expect(part.getByRole('heading', { level: 1 })).toBeInViewport();
    await expect(part).toContainText('project_id');
    await expect(sampleOf(page).locator('pre')).toContainText('curl');
    await expect(part.getByRole('button')).toHaveCount(0);
    await page.goto('/api/ideas/object');
    await expect(page.locator('#idea-title')).toBeVisible();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/api');
    await expect(page.getByRole('navigation', { name: 'Operations' })).toBeVisible();
  });
});

test('opening the page loads no operations or samples as scripts and sends no API request', async ({
  page,
}) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await open(page, '/api/all');
  await page.locator('#listIdeas').scrollIntoViewIfNeeded();
  await page.waitForLoadState('networkidle');
  expect(requests.filter((url) => /\/api\/v2|openapi\.json/.test(url))).toEqual([]);
  const texts = await Promise.all(
    requests.filter((url) => url.endsWith('.js')).map(async (url) => (await page.request.get(url)).text()),
  );
  for (const text of texts) expect(text).not.toMatch(/listIdeas-page_size|import requests/);
});

test('every operation and field has a link to itself', async ({ page }) => {
  await open(page, '/api/all#listIdeas');
  await expect(page.locator('#listIdeas')).toBeInViewport();
  await page.locator(listIdeas).getByRole('link', { name: 'Direct link' }).click();
  await expect(page).toHaveURL(/#listIdeas$/);
  await open(page, '/api/ideas/object#idea-title');
  await expect(page.locator('#idea-title')).toBeInViewport();
  await page.locator('#idea-id > a').click();
  await expect(page).toHaveURL(/#idea-id$/);
  // Inside a part that is folded at first.
  await open(page, '/api/ideas/list#listIdeas-page_size');
  await expect(page.locator('[id="listIdeas-page_size"]')).toBeInViewport();
});

test('anchors of the complete reference lead to the pages of operations and objects', async ({ page }) => {
  for (const [anchor, target] of [
    ['listIdeas', '/api/ideas/list'],
    ['listIdeas-project_id', '/api/ideas/list#listIdeas-project_id'],
    ['listIdeaPhases-200-idea_phases', '/api/idea-phases/list#listIdeaPhases-200-idea_phases'],
    ['idea', '/api/ideas/object'],
    ['idea-title', '/api/ideas/object#idea-title'],
    ['idea-phase-votes_count', '/api/idea-phases/object#idea-phase-votes_count'],
    ['deleted-item', '/api/objects/deleted-item'],
  ] as const) {
    await open(page, `/api#${anchor}`);
    await expect(page).toHaveURL(target);
    await expect(page.locator(`[id="${anchor}"]`)).toBeInViewport();
  }
  await open(page, '/api#idea-phases');
  await expect(page).toHaveURL('/api#idea-phases');
  await expect(page.locator('#idea-phases')).toBeInViewport();
});

test('a response links to its object, and an error code to its explanation', async ({ page }) => {
  await open(page, '/api/ideas/list');
  await page.locator('[id="listIdeas-200-ideas"]').getByRole('link', { name: 'idea', exact: true }).click();
  await expect(page).toHaveURL('/api/ideas/object');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('The idea object');
  await page.goBack();
  await page.locator('#errors > summary').click();
  await page.locator(listIdeas).getByRole('link', { name: 'unknown-parameter' }).click();
  await expect(page).toHaveURL(/\/guides\/reference-problems#unknown-parameter$/);
});

test('the menu highlights the section in the viewport and opens its group', async ({ page }) => {
  await open(page, '/api/all');
  const menu = menuOf(page);
  const current = menu.locator('[aria-current]');
  for (const id of ['listIdeas', 'listUsers', 'authenticate']) {
    await expect(async () => {
      await page.evaluate((target) => document.getElementById(target)?.scrollIntoView(), id);
      await expect(current).toHaveAttribute('href', `#${id}`, { timeout: 500 });
    }).toPass();
    await expect(current).toBeInViewport();
  }
  await menu.getByText('Topics', { exact: true }).click();
  await menu.getByRole('link', { name: 'List topics' }).click();
  await expect(page).toHaveURL(/#listTopics$/);
  await expect(current).toHaveAttribute('href', '#listTopics');
});

test('the menu can be filtered by words, method and path', async ({ page }) => {
  await open(page, '/api');
  const menu = menuOf(page);
  const links = menu.getByRole('link');
  const filter = menu.getByRole('searchbox');
  await filter.fill('files post');
  await expect(links).toHaveCount(1);
  await expect(links).toHaveAttribute('href', '/api/files/upload');
  await filter.fill('/ideas/deleted');
  await expect(links).toHaveAttribute('href', '/api/ideas/deleted');
  for (const [synonym, path] of [
    ['vote', '/api/baskets/list'],
    ['people', '/api/users/list'],
    ['like', '/api/reactions/list'],
  ] as const) {
    await filter.fill(synonym);
    await expect(menu.locator(`a[href="${path}"]`)).toBeVisible();
    await expect(menu.locator('a[href="/api/areas/list"]')).toHaveCount(0);
  }
  await filter.fill('qqqq');
  await expect(links).toHaveCount(0);
  await expect(menu).toContainText('No matching operations');
  await filter.fill('');
  await expect(menu.locator('details')).not.toHaveCount(0);
});

test('the chosen sample language applies to all operations and is stored', async ({ page }) => {
  await open(page, '/api/ideas/list');
  const choice = () => sampleOf(page).getByRole('combobox');
  await expect(choice().locator('option')).toHaveText(Object.values(languages));
  for (const [language, sign] of Object.entries({
    javascript: 'await fetch(',
    typescript: 'RequestInit',
    python: 'import requests',
    ruby: 'Net::HTTP',
    php: 'curl_init',
    go: 'package main',
    java: 'HttpRequest.newBuilder',
    csharp: 'HttpClient',
    r: 'httr2',
    curl: '--header',
    python_again: 'import requests',
  })) {
    await choice().selectOption(language.replace('_again', ''));
    await expect(sampleOf(page).locator('pre')).toContainText(sign);
  }
  await page.goto('/api/users/list');
  await expect(sampleOf(page, '[data-section=listUsers]').locator('pre')).toContainText('import requests');
  await expect(sampleOf(page, '[data-section=listUsers]').getByRole('combobox')).toHaveValue('python');
  await sampleOf(page, '[data-section=listUsers]').getByRole('combobox').selectOption('go');
  await page.goto('/api/topics/list');
  await expect(sampleOf(page, '[data-section=listTopics]').locator('pre')).toContainText('package main');
});

test('samples in every language and example responses are highlighted', async ({ page }) => {
  await open(page, '/api/ideas/list');
  for (const language of Object.keys(languages)) {
    await sampleOf(page).getByRole('combobox').selectOption(language);
    await expect(sampleOf(page).locator('pre > code > .hl-string').first()).toBeVisible();
  }
  const response = page.locator(`${listIdeas} figure`).filter({ hasText: 'Response 200' });
  await expect(response.locator('.hl-property').first()).toBeVisible();
  await sampleOf(page).getByRole('combobox').selectOption('curl');
  await expect(sampleOf(page).locator('pre')).toContainText('curl');
});

test('a sample language chosen in another tab applies in this one', async ({ page, context }) => {
  await open(page, '/api/ideas/list');
  const other = await context.newPage();
  await open(other, '/api/ideas/list');
  await sampleOf(other).getByRole('combobox').selectOption('go');
  await expect(sampleOf(page).locator('pre')).toContainText('package main');
});

test.describe('with blocked storage', () => {
  test.use({ expectedMessages: /storage/i });

  test('the sample language can still be chosen', async ({ page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(window, 'localStorage', {
        get: () => {
          throw new Error('blocked');
        },
      });
    });
    await open(page, '/api/ideas/list');
    await sampleOf(page).getByRole('combobox').selectOption('ruby');
    await expect(sampleOf(page).locator('pre')).toContainText('Net::HTTP');
  });
});

test('copy buttons copy samples and example responses as shown', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page, '/api/ideas/list');
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await sampleOf(page).getByRole('button', { name: 'Copy code' }).click();
  await expect(sampleOf(page)).toContainText('Copied');
  expect(await copied()).toBe(await sampleOf(page).locator('pre').textContent());
  expect(await copied()).toMatch(
    /^curl '.*ideas\?type=idea' \\\n {2}--header "Authorization: Bearer \$TOKEN"$/,
  );
  await page.getByText('Get a token first').click();
  await page.locator('[data-token-commands]').getByRole('button', { name: 'Copy code' }).click();
  expect(await copied()).toMatch(/^RESPONSE=\$\(curl .*authenticate/);
  const response = page.locator(`${listIdeas} figure`).filter({ hasText: 'Response 200' });
  await response.getByRole('button', { name: 'Copy code' }).click();
  expect(JSON.parse(await copied())).toHaveProperty('meta');
  await open(page, '/api');
  await page.locator('[aria-label="Copy the base URL"]').click();
  expect(await copied()).toContain(new URL(page.url()).origin);
});

test('an operation is copied as Markdown', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page, '/api/all#listIdeas');
  const button = page.locator(listIdeas).getByRole('button', { name: 'Copy “List ideas” as Markdown' });
  await button.click();
  await expect(button).toHaveText('Copied');
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(/^# List ideas\n\n> .*\n\nGET `\/api\/v2\/ideas`/);
  expect(copied).toContain('total_pages');
  expect(copied).not.toContain('List deleted ideas');
});

test('every enum description of the OpenAPI document is in the reference', async ({ page }) => {
  const document = await (await page.request.get('/openapi.json')).text();
  const meanings = new Set<string>();
  JSON.parse(document, (key, value) => {
    if (key === 'x-enum-descriptions') for (const text of Object.values<string>(value)) meanings.add(text);
    return value;
  });
  const html = load(await (await page.request.get('/api/all')).text());
  const shown = new Set(
    html('li > code + span')
      .toArray()
      .map((element) => html(element).text().replace(/^ — /, '')),
  );
  const plain = (markdown: string) => markdown.replace(/[`*]/g, '');
  expect([...meanings].map(plain).filter((text) => !shown.has(text))).toEqual([]);
});

test('the OpenAPI document and the collections can be downloaded', async ({ page }) => {
  await open(page, '/api');
  const links = page.locator('section[aria-label=Downloads]').getByRole('link');
  const files = ['openapi.json', 'openapi.yaml', 'openapi-3.0.json', 'postman.json', 'bruno.zip'];
  expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual(
    files.map((file) => `/${file}`),
  );
  for (const [index, name] of files.entries()) {
    const download = page.waitForEvent('download');
    await links.nth(index).click();
    expect((await download).suggestedFilename()).toBe(name);
  }
  expect((await (await page.request.get('/openapi.json')).json()).openapi).toMatch(/^3\.1/);
  expect((await (await page.request.get('/openapi-3.0.json')).json()).openapi).toMatch(/^3\.0/);
});

test('the reference is complete after navigation from another page', async ({ page }) => {
  await open(page, '/markdown-page');
  await page.getByRole('link', { name: 'API', exact: true }).first().click();
  await expect(page).toHaveURL('/api');
  await expect(page.locator('#listIdeas')).toBeAttached();
  const menu = menuOf(page);
  await menu.getByRole('searchbox').fill('list ideas');
  await menu.getByRole('link', { name: 'List ideas', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('List ideas');
  await sampleOf(page).getByRole('combobox').selectOption('go');
  await expect(sampleOf(page).locator('pre')).toContainText('package main');
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL('/markdown-page');
  await page.goForward();
  await expect(page.locator('#listIdeas')).toBeAttached();
});

test('a search result opens its operation', async ({ page }) => {
  await open(page, '/markdown-page');
  await page.keyboard.press('/');
  await page.keyboard.type('list deleted topics');
  await page
    .getByRole('option', { name: /List deleted topics/ })
    .first()
    .click();
  await expect(page).toHaveURL('/api/topics/deleted');
  await expect(page.getByRole('heading', { level: 1, name: 'List deleted topics' })).toBeVisible();
});

for (const width of [390, 768, 996]) {
  test(`at ${width} px a bar opens the menu`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await open(page, '/api');
    const menu = menuOf(page);
    const bar = page.locator('button', { hasText: 'All operations' });
    await expect(menu).toBeHidden();
    await bar.click();
    await expect(menu).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await bar.click();
    await menu.getByRole('searchbox').fill('list ideas');
    await menu.getByRole('link', { name: 'List ideas' }).click();
    await expect(menu).toBeHidden();
    await expect(page).toHaveURL('/api/ideas/list');
    await expect(page.locator('#listIdeas')).toBeInViewport();
    await expect(page.locator('button', { hasText: /^List ideas$/ })).toBeInViewport();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  });
}

test('from 997 px the menu is a sidebar', async ({ page }) => {
  await page.setViewportSize({ width: 997, height: 844 });
  await open(page, '/api');
  await expect(page.getByRole('navigation', { name: 'Operations' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'All operations' })).toBeHidden();
});

// e2e/site/pages.spec.ts checks all rules in light mode, and the others at 390 px, where the menu is hidden.
test('the complete reference has no accessibility violations in dark mode', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('theme', 'dark'));
  await open(page, '/api/all');
  // Browsers skip off-screen sections, and axe would report their colours as missing.
  await addStyles(page, '[data-section] { content-visibility: visible !important; }');
  expect(await accessibilityViolations(page, { rules: ['color-contrast'] })).toEqual([]);
});

/** The positions of parts of an operation's page, in pixels from its top. */
async function positions(page: Page) {
  const box = async (selector: string) => {
    const found = await page.locator(`${listIdeas} ${selector}`).first().boundingBox();
    if (!found) throw new Error(`${selector} is not visible.`);
    return found;
  };
  return {
    button: await box('[data-try-it]'),
    description: await box('h1 + p + div'),
    sample: await box('figure:has([data-languages], select)'),
    parameters: await box('#query-parameters'),
    height: await page.evaluate(() => document.documentElement.scrollHeight),
  };
}

for (const width of [390, 768, 1024, 1280, 1440, 1920]) {
  test(`at ${width} px an operation begins with Try it, its description and a sample`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await open(page, '/api/ideas/list');
    const { button, description, sample, parameters, height } = await positions(page);
    expect(button.y).toBeLessThan(400);
    expect(height).toBeLessThan(width < 1440 ? 5500 : 4000);
    if (width < 1000) {
      expect(sample.y).toBeGreaterThan(description.y + description.height);
      expect(sample.y).toBeLessThan(700);
      expect(parameters.y).toBeGreaterThan(sample.y + sample.height);
    } else {
      expect(sample.x).toBeGreaterThan(description.x + description.width);
      expect(sample.y).toBeLessThan(parameters.y);
    }
  });
}

for (const width of [320, 390, 768, 1440]) {
  test(`at ${width} px no part of the overview is wider than its container`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    for (const url of ['/api', '/api/ideas/object', '/api/ideas/list']) {
      await open(page, url);
      expect(await overflowingElements(page), url).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), url).toBe(width);
    }
    await open(page, '/api');
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    if (width >= 768) expect(height).toBeLessThan(12_000);
  });
}
