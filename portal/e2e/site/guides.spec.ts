import { spawnSync } from 'node:child_process';
import metrics from '../../generated/metrics.json';
import problems from '../../generated/problems.json';
import settings from '../../generated/settings.json';
import { defaults } from '../../provider';
import { expect, open, test } from '../support/test';

test('time zones can be filtered by city, country and offset', async ({ page }) => {
  await open(page, '/guides/reference-timezones');
  const rows = page.locator('tbody tr');
  expect(await rows.count()).toBeGreaterThan(300);
  const filter = page.getByRole('searchbox', { name: /Filter by city/ });
  const found = {
    brussels: 'Europe/Brussels',
    belgium: 'Europe/Brussels',
    'new york': 'America/New_York',
    '+05:45': 'Asia/Kathmandu',
    '-03:30': 'America/St_Johns',
    'UTC+5:30': 'Asia/Kolkata',
    'gmt +8': 'Asia/Singapore',
    EST: 'America/New_York',
  };
  for (const [text, zone] of Object.entries(found)) {
    await filter.fill(text);
    await expect(rows.filter({ hasText: zone })).toHaveCount(1);
    expect(await rows.count()).toBeLessThan(60);
  }
  await filter.fill('brussels');
  await expect(rows.first()).toContainText('+01:00');
  await expect(rows.first()).toContainText('+02:00');
  await filter.fill('EST');
  await expect(rows.filter({ hasText: 'Western Sahara' })).toHaveCount(0);
  await filter.fill('qqq');
  await expect(rows).toHaveCount(0);
});

test('the table of time zones fits into a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, '/guides/reference-timezones');
  const table = page.getByRole('region', { name: 'Time zones' });
  expect(await table.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0);
});

test('names of fields, headers and paths are code in the texts of errors', async ({ page }) => {
  await open(page, '/guides/reference-problems');
  const error = page.locator('section').filter({ has: page.locator('[id="missing-token"]') });
  await expect(error.locator('dd code')).toHaveText([
    'Authorization',
    'POST /api/v2/authenticate',
    'POST /oauth/token',
    'Authorization: Bearer <token>',
  ]);
});

test('the date converter puts the day before the month, and for phases the month before the day', async ({
  page,
}) => {
  await open(page, '/guides/use-lists');
  const records = page.getByTestId('records');
  const phases = page.getByTestId('phases');
  await page.getByLabel('From').fill('2024-12-31');
  await expect(records).toHaveText('2024-31-12,');
  await page.getByLabel('To', { exact: true }).fill('2025-02-01');
  await expect(records).toHaveText('2024-31-12,2025-01-02');
  await expect(phases).toHaveText('2024-12-31,2025-02-01');
});

test('every problem, setting and metric has a section with an anchor', async ({ page }) => {
  for (const [guide, ids] of [
    ['problems', problems.map(({ code }) => code)],
    ['settings', settings.map(({ name }) => name)],
    ['metrics', metrics.map(({ name }) => name)],
  ] as const) {
    await open(page, `/guides/reference-${guide}#${ids.at(-1)}`);
    await expect(page.locator(`[id="${ids.at(-1)}"]`)).toBeInViewport();
    for (const id of ids) {
      await expect(page.locator(`:is(h2, h3)[id="${id}"]`)).toHaveCount(1);
    }
  }
});

test('backticks in the text of a setting become code', async ({ page }) => {
  await open(page, '/guides/reference-settings');
  const setting = page.locator('section').filter({ has: page.locator('[id="log-format"]') });
  await expect(setting.locator('p code')).toHaveText(['text', 'json']);
  await expect(page.locator('main')).not.toContainText('`');
});

test('each component is shown above its source', async ({ page }) => {
  await open(page, '/guides/reference-component-library');
  const examples = page.locator('figure');
  expect(await examples.count()).toBeGreaterThan(7);
  const steps = examples.first();
  await expect(steps.locator('ol > li')).toHaveCount(2);
  await expect(steps.locator('pre')).toContainText('<Step title="Use it for 24 hours">');
});

test('the selected tab is stored', async ({ page }) => {
  await open(page, '/guides/reference-component-library');
  await page.getByRole('tab', { name: 'R', exact: true }).click();
  await page.reload();
  await expect(page.getByRole('tab', { name: 'R', exact: true })).toHaveAttribute('aria-selected', 'true');
});

test('every guide ends with links for changes and feedback, and with its date where Git knows it', async ({
  page,
}) => {
  const hasHistory = spawnSync('git', ['ls-files', '--error-unmatch', __filename]).status === 0;
  for (const url of ['/guides/use-lists', '/blog/hola', '/markdown-page']) {
    await open(page, url);
    const main = page.getByRole('main');
    await expect(main.getByRole('link', { name: 'Edit this page' })).toHaveAttribute(
      'href',
      /\/edit\/main\/portal\//,
    );
    await expect(main.getByRole('link', { name: 'Give feedback on this page' })).toHaveAttribute(
      'href',
      `${defaults.repositoryUrl}/issues/new?title=Feedback+on+${url}`,
    );
    await expect(main.getByText(/^Last updated on \w+ \d+, 20\d\d$/)).toHaveCount(hasHistory ? 1 : 0);
    const markdown = await (await page.request.get(`${url}.md`)).text();
    expect(markdown).not.toContain('Give feedback');
  }
});

test('on a phone, long names of metrics break after an underscore', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, '/guides/reference-metrics');
  const ends = await page.locator('h3 code').evaluateAll((names) =>
    names.flatMap((name) => {
      const parts = [...name.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
      const characters = parts.flatMap((part) =>
        [...(part.textContent ?? '')].map((character, index) => {
          const range = document.createRange();
          range.setStart(part, index);
          range.setEnd(part, index + 1);
          return { character, top: range.getBoundingClientRect().top };
        }),
      );
      const isLastOfLine = (index: number, top: number) => top < (characters[index + 1]?.top ?? top);
      return characters
        .filter(({ top }, index) => isLastOfLine(index, top))
        .map(({ character }) => character);
    }),
  );
  expect(new Set(ends)).toEqual(new Set(['_']));
});
