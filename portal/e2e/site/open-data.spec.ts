import type { Page, Route } from '@playwright/test';
import { accessibilityViolations } from '../browser/accessibility';
import { feedProject, hostileText, publishFeeds, publishOpenData } from '../support/openData';
import { overflowingElements } from '../support/overflow';
import { addStyles, expect, open, test } from '../support/test';

const widths = [390, 768, 1280, 1440];

/** Checks the page as it is now: it fits at every width, and is accessible in both colour modes. */
async function expectFinished(page: Page): Promise<void> {
  await addStyles(page, '* { transition: none !important }');
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    expect(await overflowingElements(page), `at ${width} px`).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    );
  }
  for (const [mode, width] of [
    ['light', 1440],
    ['dark', 390],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.evaluate((theme) => {
      document.documentElement.dataset.theme = theme;
    }, mode);
    expect(await accessibilityViolations(page), `${mode}, ${width} px`).toEqual([]);
  }
}

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test('open data: files, columns, terms and the catalogue', async ({ page }) => {
  await publishOpenData(page);
  await open(page, '/open-data');
  const main = page.getByRole('main');
  await expect(main.getByText('23 November 2026 at 02:00 UTC')).toBeVisible();
  await expect(
    main.getByRole('link', { name: 'https://creativecommons.org/licenses/by/4.0/' }),
  ).toBeVisible();
  await expect(main.getByText('Town of Zwenebeke')).toBeVisible();
  await expect(main.getByRole('link', { name: 'data@zwenebeke.example' })).toHaveAttribute(
    'href',
    /^mailto:/,
  );

  const ideas = section(page, 'ideas');
  await expect(ideas).toContainText('21 rows');
  const { origin } = new URL(page.url());
  await expect(ideas.getByRole('link', { name: `${origin}/open-data/ideas.csv` })).toBeVisible();
  await ideas.getByText('3 columns').click();
  await expect(ideas.getByRole('cell', { name: hostileText })).toHaveCount(3);
  for (const name of ['catalog.ttl', 'catalog.jsonld', 'catalog.rdf', 'open-data/folkmoot.sqlite']) {
    await expect(main.getByRole('link', { name: `${origin}/${name}` })).toBeVisible();
  }
  await expect(section(page, 'events')).toContainText('0 rows');
  await expect(section(page, 'events').getByText('First rows')).toHaveCount(0);
  await expectFinished(page);
});

test('open data: the first ten rows are read from the beginning of the file, and shown as text', async ({
  page,
}) => {
  const ranges = await publishOpenData(page);
  await open(page, '/open-data');
  const ideas = section(page, 'ideas');
  await ideas.getByText('First rows').focus();
  expect(ranges).toEqual([]);
  await page.keyboard.press('Enter');
  const rows = section(page, 'First rows of ideas');
  await expect(rows.getByRole('columnheader')).toHaveText(['id', 'title', 'body']);
  await expect(rows.getByRole('row')).toHaveCount(11);
  await expect(rows.getByRole('row').nth(1).getByRole('cell')).toHaveText([
    '1',
    hostileText,
    /first\s+second/,
  ]);
  expect(ranges).toEqual(['bytes=0-65535']);
  await expect(page).toHaveTitle('Open data | Development Portal');
  await page.keyboard.press('Tab');
  await expect(rows).toBeFocused();
  await expectFinished(page);
});

test('open data: the URL of a file is copied', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await publishOpenData(page);
  await open(page, '/open-data');
  await page.getByRole('button', { name: /ideas\.parquet/ }).press('Enter');
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toMatch(/\/open-data\/ideas\.parquet$/);
});

test('open data: search engines find a dataset with the licence and all files', async ({ page }) => {
  await publishOpenData(page);
  await open(page, '/open-data');
  const datasets = () =>
    page
      .locator('script[type="application/ld+json"]')
      .evaluateAll((scripts) =>
        scripts
          .map(({ textContent }) => JSON.parse(textContent ?? ''))
          .filter((data) => data['@type'] === 'Dataset'),
      );
  await expect.poll(datasets).toHaveLength(1);
  expect((await datasets())[0]).toMatchObject({
    '@type': 'Dataset',
    name: 'Open data of Zwenebeke',
    license: 'https://creativecommons.org/licenses/by/4.0/',
    dateModified: '2026-11-23T02:00:00Z',
    distribution: ['ideas.csv', 'ideas.parquet', 'events.csv', 'folkmoot.sqlite'].map((name) => ({
      name,
      contentUrl: expect.stringMatching(new RegExp(`/open-data/${name}$`)),
    })),
  });
});

test.describe('without data', () => {
  test.use({
    expectedMessages:
      /status of (?:404|500|503)|ERR_FAILED|could not be loaded|returned status|the catalogue failed/,
  });

  test('open data: the files are shown without a catalogue', async ({ page }) => {
    await publishOpenData(page);
    await page.route('**/catalog.jsonld', (route) => route.fulfill({ json: { '@graph': [] } }));
    await open(page, '/open-data');
    await expect(section(page, 'ideas')).toBeVisible();
    await expect(page.getByText('See the catalogue')).toBeVisible();
  });

  const respond = (page: Page, response: Parameters<Route['fulfill']>[0]) =>
    page.route('**/open-data/datapackage.json', (route) => route.fulfill(response));

  test('open data: says that it is off, and leads to the guide', async ({ page }) => {
    await respond(page, { status: 404 });
    await open(page, '/open-data');
    await expect(page.getByRole('main').getByRole('status')).toContainText('has not published open data');
    await expectFinished(page);
    await page.getByRole('link', { name: 'How operators turn it on' }).click();
    await expect(page).toHaveURL('/guides/start-open-data');
  });

  test('open data: says when to come back', async ({ page }) => {
    await respond(page, { status: 503, headers: { 'Retry-After': '600' } });
    await open(page, '/open-data');
    await expect(page.getByRole('main').getByRole('status')).toHaveText(
      'The first files are being made. Come back in 10 minutes.',
    );
  });

  test('open data: a failure can be retried', async ({ page }) => {
    await publishOpenData(page);
    for (const fail of [(route: Route) => route.abort(), (route: Route) => route.fulfill({ status: 500 })]) {
      await page.route('**/open-data/datapackage.json', fail, { times: 1 });
      await open(page, '/open-data');
      await expect(page.getByRole('alert')).toContainText('/open-data/datapackage.json');
      await page.getByRole('button', { name: 'Retry' }).click();
      await expect(section(page, 'ideas')).toBeVisible();
    }
  });

  test('open data: while it loads, the page says so', async ({ page }) => {
    await page.route('**/open-data/datapackage.json', () => {});
    await open(page, '/open-data');
    await expect(page.getByRole('main').getByRole('status', { name: 'Loading' })).toBeVisible();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  test('feeds: says that they are off, and leads to the guide', async ({ page }) => {
    await page.route('**/feeds/projects.json', (route) => route.fulfill({ status: 404 }));
    await open(page, '/feeds-and-calendars');
    await expect(page.getByRole('main').getByRole('status')).toContainText('has not turned on feeds');
    await page.getByRole('link', { name: 'How operators turn them on' }).click();
    await expect(page).toHaveURL('/guides/start-open-data#feeds');
  });
});

test('feeds: the URLs contain the project and the language', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await publishFeeds(page);
  await open(page, '/feeds-and-calendars');
  const { origin, host } = new URL(page.url());
  const main = page.getByRole('main');
  await expect(main.getByRole('link', { name: `${origin}/feeds/events.ics` })).toBeVisible();

  await main.getByLabel('Language').fill('nl');
  await page.keyboard.press('Enter');
  await main.getByRole('combobox').selectOption('Een nieuw park');
  const query = `project_id=${feedProject}&locale=nl`;
  await expect(main.getByRole('link', { name: `${origin}/feeds/events.ics?${query}` })).toBeVisible();
  await expect(main.getByRole('link', { name: `${origin}/feeds/ideas.atom?${query}` })).toBeVisible();
  await expect(main.getByRole('link', { name: `${origin}/feeds/projects.json?${query}` })).toBeVisible();
  await expect(main.getByRole('link', { name: 'Subscribe in your calendar' })).toHaveAttribute(
    'href',
    `webcal://${host}/feeds/events.ics?${query}`,
  );
  await main.getByRole('button', { name: /events\.ics/ }).press('Enter');
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toBe(`${origin}/feeds/events.ics?${query}`);
  await expectFinished(page);

  const events = main.getByRole('button', { name: /events\.ics/ });
  await main.getByRole('combobox').selectOption({ index: 0 });
  await expect(events).toHaveAccessibleName(`Copy URL ${origin}/feeds/events.ics?locale=nl`);
  await events.press('Enter');
  await expect(events).toHaveAccessibleName(`Copied: Copy URL ${origin}/feeds/events.ics?locale=nl`);
  await expect(events).toHaveAccessibleName(`Copy URL ${origin}/feeds/events.ics?locale=nl`);
});

test('feeds: programs find them in the head of the page', async ({ page }) => {
  await publishFeeds(page);
  await open(page, '/feeds-and-calendars');
  const links = page.locator('head link[rel=alternate][href^="/feeds/"]');
  await expect(links).toHaveCount(5);
  expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('type')))).toEqual([
    'text/calendar',
    'application/atom+xml',
    'application/feed+json',
    'application/atom+xml',
    'application/feed+json',
  ]);
});

test.describe('a language that the platform does not have', () => {
  test.use({ expectedMessages: /status of 400/ });

  test('feeds: is an error that names the languages, and does not change the URLs', async ({ page }) => {
    await publishFeeds(page);
    await open(page, '/feeds-and-calendars');
    const language = page.getByLabel('Language');
    await language.fill('de');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('alert')).toHaveText('“de” is none of the languages en, nl-BE.');
    await expect(language).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByRole('link', { name: /\/feeds\/events\.ics$/ })).toBeVisible();
    await expectFinished(page);
    await language.fill('');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
});
