import type { Page, Route } from '@playwright/test';
import { ids } from './records';
import { expect, expectState, test } from './test';

const inner = '<a href="https://speaks.zwenebeke.example/ideas">All ideas</a>';

/** The codes of the events `folkmoot-error` on a page that is opened afterwards. */
async function errorCodes(page: Page): Promise<unknown[]> {
  const codes: unknown[] = [];
  await page.exposeFunction('reportCode', (code: unknown) => codes.push(code));
  await page.addInitScript(() => {
    document.addEventListener('folkmoot-error', (event) => {
      (window as unknown as { reportCode: (code: unknown) => void }).reportCode(
        (event as CustomEvent).detail,
      );
    });
  });
  return codes;
}

test.describe('what is inside of the element is shown, and one line in the console says why', () => {
  const cases = [
    {
      name: 'the origin is not listed',
      options: ['--origins', 'https://other.example'],
      code: 'no-response',
      line: /^folkmoot-ideas: no response from http:\/\/127\.0\.0\.1:\d+\/\. .*is http:\/\/127\.0\.0\.1:\d+ among its origins\?/,
    },
    {
      name: 'the key has expired',
      options: ['--expires', '2020-01-01'],
      code: 'revoked-client',
      line: /^folkmoot-ideas: Revoked client\. .* Ask an administrator/,
    },
    {
      name: 'the key does not permit ideas',
      options: ['--resources', 'projects'],
      code: 'insufficient-access',
      line: /^folkmoot-ideas: Insufficient access\. .*folkmoot clients update ID --resources/,
    },
  ];
  for (const { name, options, code, line } of cases) {
    test(name, async ({ page, open, platform, consoleLines }) => {
      const { key } = platform.createKey(name, ...options);
      const codes = await errorCodes(page);
      await expect.poll(() => platform.status(key)).not.toBe(404);
      await open(`<folkmoot-ideas key="${key}">${inner}</folkmoot-ideas>`);
      await expectState(page, 'failed');
      await expect(page.getByRole('link', { name: 'All ideas' })).toBeVisible();
      expect(consoleLines).toEqual([expect.stringMatching(line)]);
      expect(codes).toEqual([code]);
    });
  }

  test('the key is revoked', async ({ page, open, platform, consoleLines }) => {
    const { id, key } = platform.createKey('Revoked');
    platform.revoke(id);
    await expect.poll(() => platform.status(key)).toBe(401);
    await open(`<folkmoot-ideas key="${key}">${inner}</folkmoot-ideas>`);
    await expectState(page, 'failed');
    await expect(page.getByRole('link', { name: 'All ideas' })).toBeVisible();
    expect(consoleLines).toEqual([expect.stringContaining('folkmoot-ideas: Revoked client.')]);
  });

  test('the key is unknown', async ({ page, open, consoleLines }) => {
    await open(`<folkmoot-ideas key="fmp_unknown">${inner}</folkmoot-ideas>`);
    await expectState(page, 'failed');
    await expect(page.getByRole('link', { name: 'All ideas' })).toBeVisible();
    expect(consoleLines).toEqual([
      expect.stringMatching(/^folkmoot-ideas: Invalid token\. .*Copy the key again/),
    ]);
  });

  test('the key is missing', async ({ page, open, consoleLines }) => {
    await open(`<folkmoot-ideas>${inner}</folkmoot-ideas>`);
    await expectState(page, 'failed');
    await expect(page.getByRole('link', { name: 'All ideas' })).toBeVisible();
    expect(consoleLines).toEqual([
      expect.stringContaining("folkmoot-ideas: the attribute 'key' is missing."),
    ]);
  });

  test('the server is not reachable', async ({ page, open, consoleLines }) => {
    await page.route('**/api/v2/ideas?*', (route) => route.abort('connectionrefused'));
    await open(`<folkmoot-ideas key="KEY">${inner}</folkmoot-ideas>`);
    await expectState(page, 'failed');
    await expect(page.getByRole('link', { name: 'All ideas' })).toBeVisible();
    expect(consoleLines).toEqual([expect.stringContaining('folkmoot-ideas: no response from')]);
  });

  test('a proxy responds instead of the server', async ({ page, open, consoleLines }) => {
    const headers = { 'Access-Control-Allow-Origin': '*' };
    const respond = (status: number, body: string) => (route: Route) =>
      route.fulfill({ status, body, headers });
    await page.route('**/api/v2/ideas?*', respond(502, '<html>'));
    await page.route('**/api/v2/events?*', respond(403, '{"message":"Forbidden"}'));
    await open(
      `<folkmoot-ideas key="KEY">${inner}</folkmoot-ideas><folkmoot-events key="KEY"></folkmoot-events>`,
    );
    await expectState(page, 'failed');
    await expect(page.getByRole('link', { name: 'All ideas' })).toBeVisible();
    expect([...consoleLines].sort()).toEqual([
      expect.stringMatching(/^folkmoot-events: .* has status 403 and is not one of the API\.$/),
      expect.stringMatching(/^folkmoot-ideas: .* has status 502 and is not one of the API\.$/),
    ]);
  });

  test('the idea does not exist', async ({ page, open, consoleLines }) => {
    await open(`<folkmoot-idea key="KEY" idea-id="${ids.quiet}">${inner}</folkmoot-idea>`);
    await expectState(page, 'failed');
    await expect(page.getByRole('link', { name: 'All ideas' })).toBeVisible();
    expect(consoleLines).toEqual([expect.stringMatching(/^folkmoot-idea: Record not found\. .*'idea-id'/)]);
  });

  test('an attribute is not valid', async ({ page, open, consoleLines }) => {
    await open(`<folkmoot-events key="KEY" time-zone="Brussels">${inner}</folkmoot-events>
      <folkmoot-ideas key="KEY" project-id="x">${inner}</folkmoot-ideas>`);
    await expectState(page, 'failed');
    await expect(page.getByRole('link', { name: 'All ideas' })).toHaveCount(2);
    expect([...consoleLines].sort()).toEqual([
      expect.stringMatching(/^folkmoot-events: .*time zone.*Brussels/),
      expect.stringMatching(/^folkmoot-ideas: Invalid .*'project_id'.* Check the attributes/),
    ]);
  });
});

test('a key that is revoked while the page is open', async ({ page, open, platform, consoleLines }) => {
  const { id, key } = platform.createKey('Revoked later');
  await expect.poll(() => platform.status(key)).toBe(200);
  await open(`<folkmoot-ideas key="${key}">${inner}</folkmoot-ideas>`);
  await expectState(page, 'loaded');
  await expect(page.getByRole('link', { name: 'All ideas' })).toBeHidden();

  platform.revoke(id);
  await expect.poll(() => platform.status(key)).toBe(401);
  await page.locator('folkmoot-ideas').evaluate((element) => element.setAttribute('sort', 'most-liked'));
  await expectState(page, 'failed');
  await expect(page.getByRole('link', { name: 'All ideas' })).toBeVisible();
  await expect(page.getByRole('listitem')).toHaveCount(0);
  expect(consoleLines).toHaveLength(1);

  await page
    .locator('folkmoot-ideas')
    .evaluate((element, valid) => element.setAttribute('key', valid), platform.key);
  await expectState(page, 'loaded');
  await expect(page.getByRole('link', { name: 'All ideas' })).toBeHidden();
});

test('without anything inside, a sentence is shown', async ({ page, open }) => {
  await open('<folkmoot-ideas> </folkmoot-ideas><folkmoot-ideas><!-- none --></folkmoot-ideas>');
  await expectState(page, 'failed');
  await expect(page.getByText('This content is currently unavailable.')).toHaveCount(2);
  // What is inserted later is shown instead.
  await page
    .locator('folkmoot-ideas')
    .first()
    .evaluate((element) => element.append('Later'));
  await expect(
    page.getByText('This content is currently unavailable.').filter({ visible: true }),
  ).toHaveCount(1);
});
