import type { Page } from '@playwright/test';
import { expectAccessible, expectNoOverflow } from './accessibility';
import { screens } from './screens';
import { expect, test } from './test';

for (const { name, path, title, request, retried } of screens) {
  test(`${name}: accessible at every width, with a title`, async ({ page, open }) => {
    await open(path);
    await expect(page.locator('.skeleton')).toHaveCount(0);
    await expect(page).toHaveTitle(`${title} · Folkmoot console`);
    await expectAccessible(page);
    // Browsers that translate the page would change codes and ids.
    await expect(page.locator(':is(code, pre):not([translate=no])')).toHaveCount(0);
    for (const width of [390, 768]) {
      await page.setViewportSize({ width, height: 844 });
      await expectNoOverflow(page);
    }
    await page.setViewportSize({ width: 390, height: 844 });
    await expectAccessible(page);
  });

  if (!retried) continue;
  test(`${name}: explains errors, and Retry repeats the request`, async ({ page, open, fake }) => {
    fake.fail('GET', request, {
      title: 'Unavailable',
      detail: 'The database does not respond.',
      status: 503,
    });
    await open(path);
    const alert = page.getByRole('alert').filter({ hasText: 'The database does not respond.' });
    await expect(alert).toContainText('Unavailable');
    await expect(alert).toContainText('01JD8X9W4T');
    fake.recover();
    fake.fail('GET', request, 'disconnect');
    await alert.getByRole('button', { name: 'Retry' }).click();
    const lost = page.getByRole('alert').filter({ hasText: 'Connection lost' });
    await expect(lost).toContainText('The server did not respond.');
    fake.recover();
    await lost.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByText(retried).first()).toBeVisible();
    await expect(lost).toHaveCount(0);
  });
}

test('a warning about the mirror leads to what it left out', async ({ page, open, fake }) => {
  fake.state.warnings = [
    { code: 'mirror-left-out', text: 'The newest run of the mirror left out 2 records.' },
  ];
  await open('/');
  const warning = page.getByRole('listitem').filter({ hasText: 'The newest run of the mirror left out' });
  await warning.getByRole('link', { name: 'Open the mirror' }).click();
  await expect(page).toHaveURL(/#mirror$/);
  const mirror = page.getByRole('region', { name: 'Mirror' });
  await expect(mirror).toBeInViewport();
  await expect(mirror).toContainText('2 records left out');
  await expect(mirror).toContainText('events without an id, id: expected a UUID, found another value');
});

test('a page shows that it loads', async ({ page, open, fake }) => {
  let finish = () => {};
  fake.failOnce('GET', /^\/overview$/, new Promise<void>((resolve) => (finish = resolve)));
  await open('/');
  await expect(page.getByRole('status').filter({ hasText: 'Loading…' })).toBeAttached();
  finish();
  await expect(page.getByText('The public API is on')).toBeVisible();
});

test('data remains visible if a refresh fails', async ({ page, open, fake }) => {
  await open(`/clients/${fake.state.clients[1]?.id}/activity`);
  await expect(page.getByText('Show all 200 requests')).toBeVisible();
  fake.fail('GET', /\/requests$/, 'disconnect');
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByText('Connection lost')).toBeVisible();
  await expect(page.getByText(/Showing data from 22 Nov 2026, 14:0\d/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Show all 200 requests' })).toBeVisible();
});

test('a platform without clients, requests and imports says so', async ({ page, open, fake }) => {
  Object.assign(fake.state, { clients: [], imports: [], hasUsage: false, warnings: [], audit: [] });
  await open('/');
  await expect(page.getByText('No errors today')).toBeVisible();
  await expect(page.getByText('Nothing has been imported yet')).toBeVisible();
  await page.getByRole('link', { name: 'Clients', exact: true }).click();
  await expect(page.getByText('No clients yet')).toBeVisible();
  await page.getByRole('link', { name: 'Audit log' }).click();
  await expect(page.getByText('No entry matches')).toBeVisible();
  await expectAccessible(page);
});

test('an unknown URL says so', async ({ page, open }) => {
  await open('/nothing/here');
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await page.getByRole('link', { name: 'Go to the overview' }).click();
  await expect(page).toHaveTitle(/^Overview/);
});

test('a text changes after the browser has translated the page', async ({ page, open }) => {
  await open('/clients');
  await expect(page.getByText('Page 1 of 3')).toBeVisible();
  await translate(page);
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page.getByText('Page 2 of 3')).toBeVisible();
  await expect(page.getByText('25–48 of 60 clients')).toBeVisible();
  await open('/');
  await expect(page.getByRole('button', { name: 'Turn off…' })).toBeVisible();
  await translate(page);
  await page.getByRole('button', { name: 'Turn off…' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Turn off' }).click();
  await expect(page.getByRole('button', { name: 'Turn on…' })).toBeVisible();
  await open('/clients/new');
  await expect(page.getByText('One real record, as public sees it')).toBeVisible();
  await translate(page);
  await page.getByRole('radio', { name: 'Pseudonymous' }).check();
  await expect(page.getByText('One real record, as pseudonymous sees it')).toBeVisible();
  await open('/usage');
  await expect(page.getByText('30 days (UTC)')).toBeVisible();
  await translate(page);
  const requests = await page.locator('.legend-requests').innerText();
  await page.getByRole('radio', { name: '1 year' }).check();
  await expect(page.getByText('365 days (UTC)')).toBeVisible();
  await expect(page.locator('.legend-requests')).not.toHaveText(requests);
});

/** Replaces every text by an element with the same text, as the translation of Chromium does. */
const translate = (page: Page) =>
  page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: Node[] = [];
    while (texts.nextNode()) found.push(texts.currentNode);
    for (const text of found) {
      const element = document.createElement('font');
      element.textContent = text.textContent;
      text.parentNode?.replaceChild(element, text);
    }
  });

test('pages open while the server does not respond', async ({ page, open }) => {
  const scripts = page.waitForResponse(/PeoplePage-.*\.js$/);
  await open('/');
  await scripts;
  await page.waitForLoadState('networkidle');
  await page.route('**', (route) => route.abort());
  await page.getByRole('link', { name: 'People' }).click();
  await expect(page.getByLabel('E-mail address, name or id')).toBeVisible();
  await page.getByRole('link', { name: 'Administrators' }).click();
  await expect(page.getByText('Connection lost').first()).toBeVisible();
});

test('what does not exist has no Retry', async ({ page, open }) => {
  await open('/clients/4f0c2a6e-90d1-4c55-8a3b-00000000ffff');
  await expect(page.getByRole('alert')).toContainText('Record not found');
  await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(0);
});

test('forced colours show what is chosen', async ({ page, open }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await open('/');
  await expect(page.locator('.segment:has(:checked)').first()).toHaveCSS('outline-style', 'solid');
  const key = (name: string) =>
    page.locator(name).evaluate((each) => getComputedStyle(each, '::before').backgroundColor);
  expect(await key('.legend-requests')).not.toBe(await key('.legend-errors'));
});

test('the labels of a year do not overlap on a phone', async ({ page, open }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open('/usage?days=365');
  await expect(page.locator('.chart-day text').first()).toBeVisible();
  const gaps = await page.locator('.chart-day text').evaluateAll((labels) => {
    const boxes = labels.map((label) => label.getBoundingClientRect());
    return boxes.slice(1).map((box, index) => box.left - (boxes[index]?.right ?? 0));
  });
  expect(gaps.length).toBeGreaterThan(2);
  expect(Math.min(...gaps)).toBeGreaterThan(4);
});

test('codes in the descriptions of settings are codes', async ({ page, open, fake }) => {
  const [setting] = fake.state.settings;
  if (setting) setting.description = 'Size; `0` disables the cache.';
  await open('/settings');
  await expect(page.getByText('Size; 0 disables the cache.')).toBeVisible();
});
