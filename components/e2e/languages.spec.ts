import { expect, expectState, test } from './test';

test('the language of the page selects texts, translations and formats', async ({ page, open }) => {
  const responses: string[] = [];
  page.on('response', (response) => {
    if (response.url().includes('/api/'))
      responses.push(`${response.status()} ${new URL(response.url()).search}`);
  });
  await open(
    '<folkmoot-projects key="KEY"></folkmoot-projects><folkmoot-events key="KEY"></folkmoot-events>',
    {
      lang: 'nl-NL',
    },
  );
  await expect(page.getByRole('link', { name: 'Een budget voor de wijk' })).toBeVisible();
  await expect(page.getByText('3 ideeën')).toBeVisible();
  await expect(page.locator('time').first()).toContainText('oktober');
  await expect(page.getByText('De brug')).toBeVisible();
  // The platform has nl-BE: one request each is enough.
  expect(responses).toHaveLength(2);
  for (const response of responses) expect(response).toMatch(/^200 .*locale=nl(&|$)/);
});

test('an Arabic page has the default language of the platform, and its own direction and formats', async ({
  page,
  open,
}) => {
  const statuses: number[] = [];
  page.on('response', (response) => {
    if (response.url().includes('/api/')) statuses.push(response.status());
  });
  await open('<folkmoot-events key="KEY"></folkmoot-events>', { lang: 'ar', dir: 'rtl' });
  await expect(page.getByRole('heading', { name: 'Walk along the canal' })).toBeVisible();
  expect(statuses).toEqual([400, 200]);
  await expect(page.locator('time').first()).toContainText('أكتوبر');
  const direction = await page.locator('.view').evaluate((view) => getComputedStyle(view).direction);
  expect(direction).toBe('rtl');
  const day = await page.locator('.day').first().boundingBox();
  const title = await page.getByRole('heading', { name: 'Walk along the canal' }).boundingBox();
  expect(day?.x).toBeGreaterThan(title?.x ?? 0);

  // The choice is remembered, for other requests as well.
  await page.locator('folkmoot-events').evaluate((element) => element.setAttribute('limit', '1'));
  await expect(page.getByRole('listitem')).toHaveCount(1);
  expect(statuses).toEqual([400, 200, 200]);
});

test('texts that are not in the language of the page declare their language', async ({ page, open }) => {
  await open('<folkmoot-projects key="KEY"></folkmoot-projects>', { lang: 'ar', dir: 'rtl' });
  await expect(page.getByText('3 ideas')).toHaveAttribute('lang', 'en');
  // Of unknown language: it may be a translation that replaces a missing one.
  await expect(page.getByRole('heading', { level: 3 }).first()).toHaveAttribute('lang', '');
});

test('the attribute precedes the language of the page, and its region is chosen if the platform lacks it', async ({
  page,
  open,
}) => {
  await open('<div lang="fr"><folkmoot-projects key="KEY" locale="nl_NL"></folkmoot-projects></div>');
  await expect(page.getByRole('link', { name: 'Een budget voor de wijk' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 3 }).first()).toHaveAttribute('lang', 'nl-BE');
});

test('the nearest declared language counts, also outside of a shadow tree', async ({
  page,
  open,
  platform,
}) => {
  await open('<section lang="nl"><div id="host"></div></section>');
  await page.locator('#host').evaluate((host, key) => {
    const element = document.createElement('folkmoot-projects');
    element.setAttribute('key', key);
    host.attachShadow({ mode: 'open' }).append(element);
  }, platform.key);
  await expect(page.getByRole('link', { name: 'Een budget voor de wijk' })).toBeVisible();
});

test('a missing translation is shown in another language', async ({ page, open }) => {
  await open('<folkmoot-projects key="KEY"></folkmoot-projects>');
  await expectState(page, 'loaded');
  await expect(page.getByRole('link', { name: 'Alleen in het Nederlands' })).toBeVisible();
});
