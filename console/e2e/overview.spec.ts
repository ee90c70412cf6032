import { expectAccessible, expectNoOverflow } from './accessibility';
import { uuid } from './fake/data';
import { expect, test } from './test';

test('refused clients are listed with their reasons', async ({ page, open }) => {
  await open('/');
  const refused = page.getByRole('region', { name: 'Refused in the last 7 days' });
  await expect(refused.getByRole('listitem')).toHaveCount(5);
  await expect(refused.getByRole('listitem').first()).toHaveText(
    /Planning office dashboard\s*Wrong secret\s*3 requests, 2 minutes ago/,
  );
  await refused.getByRole('button', { name: 'Show 1 more' }).click();
  await expect(refused.getByRole('listitem')).toHaveCount(6);
  await page.getByRole('region', { name: 'Errors today' }).getByRole('link').first().click();
  await expect(page).toHaveURL(/\/usage\?days=7&error=insufficient-access$/);
});

test('health has a line for each thing that must work', async ({ page, open }) => {
  await open('/');
  const health = page.getByRole('region', { name: 'Health' });
  const line = (name: RegExp) => health.getByRole('listitem').filter({ hasText: name });
  await expect(line(/Data/).first()).toContainText('The newest change is from 8 months ago.');
  await expect(line(/Last import/)).toContainText('Import succeeded');
  await expect(line(/Mirror/)).toContainText('left out 2 records');
  await expect(line(/Clients/)).toContainText('5 clients were refused in 7 days. 1 client expires soon.');
  await expect(line(/Webhooks/)).toContainText('6 webhooks, 3 of them fail or are paused.');
  await expect(line(/Backups/)).toContainText('Problem');
  await expect(line(/Backups/)).toContainText('The newest backup is 61 hours old');
  await expect(line(/Backups/)).toContainText('folkmoot backup');
  await expect(line(/^Warning.*keys/)).toContainText('set keys-secret', { ignoreCase: true });
  await expect(line(/Exports/).getByRole('link', { name: /The last one ended 5 hours ago/ })).toHaveAttribute(
    'href',
    `/admin/exports/${uuid(9601)}`,
  );
  await health.getByText('5 checks of the server found nothing wrong').click();
  await expect(health).toContainText('Schema 31, no damage');
  await expect(health).toContainText('Checked just now.');
  await expectAccessible(page);
  await line(/Clients/)
    .getByRole('link', { name: 'Open refused clients' })
    .click();
  await expect(page.getByRole('button', { name: 'Refused in 30 days' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
});

test('an export is started from the overview', async ({ page, open }) => {
  await open('/');
  await page.getByRole('link', { name: 'Run now' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'New export' })).toBeFocused();
});

test('the other lines remain if the checks of the server fail', async ({ page, open, fake }) => {
  fake.fail('GET', /^\/health$/, {
    status: 503,
    title: 'Unavailable',
    detail: 'The database does not respond.',
  });
  await open('/');
  const health = page.getByRole('region', { name: 'Health' });
  await expect(health.getByRole('alert')).toContainText('The database does not respond.');
  await expect(health).toContainText('The newest change is from');
  fake.recover();
  await health.getByRole('button', { name: 'Retry' }).click();
  await expect(health).toContainText('The newest backup is 61 hours old');
});

test('the webhooks have a line with the error if they cannot be read', async ({ page, open, fake }) => {
  fake.fail('GET', /^\/webhooks$/, { status: 503, title: 'Unavailable', detail: 'Webhooks cannot be read.' });
  await open('/');
  const health = page.getByRole('region', { name: 'Health' });
  await expect(health.getByRole('alert')).toContainText('Webhooks cannot be read.');
  fake.recover();
  await health.getByRole('button', { name: 'Retry' }).click();
  await expect(health).toContainText('6 webhooks, 3 of them fail or are paused.');
});

test('a number of refused clients is a lower bound if the server lists no more', async ({
  page,
  open,
  fake,
}) => {
  const reasons = ['wrong-secret', 'disabled', 'expired', 'api-disabled'] as const;
  for (const client of fake.state.clients.slice(0, 5)) {
    client.refusals_30_days = reasons.map((reason) => ({
      reason,
      resource: null,
      requests: 1,
      last_at: '2026-11-22T14:00:00.000Z',
    }));
  }
  await open('/');
  const health = page.getByRole('region', { name: 'Health' });
  await expect(health).toContainText('At least 5 clients were refused in 7 days.');
});

test('a new platform has nothing to report', async ({ page, open, fake }) => {
  Object.assign(fake.state, {
    clients: [],
    imports: [],
    webhooks: [],
    warnings: [],
    hasUsage: false,
    health: { checked_at: '2026-11-22T14:05:00.000Z', checks: [], newest_export: null },
  });
  await open('/');
  await expect(page.getByText('No request was refused')).toBeVisible();
  await expect(page.getByText('Nothing has been imported yet')).toBeVisible();
  await expect(page.getByText('No export has ended yet.')).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 700 });
  await expectNoOverflow(page);
});

test('an error of today leads to the clients that got it', async ({ page, open, fake }) => {
  await open('/');
  await page.getByRole('link', { name: 'insufficient-access' }).click();
  await expect(page.getByText('Only requests with this error')).toBeVisible();
  expect(fake.requests).toContain('GET /usage?days=7&error_code=insufficient-access');
  await page.getByRole('link', { name: 'Show all requests' }).click();
  await expect(page.getByText('Only requests with this error')).toHaveCount(0);
});

test('a request is found by its id, and leads to its client', async ({ page, open }) => {
  await open('/usage');
  await page.getByLabel('Request ID').fill('3f2a9c01d4e5b678-3');
  const found = page.getByRole('region', { name: 'Find a request' });
  await expect(found.getByRole('row').last()).toContainText('insufficient-access');
  await found.getByRole('table').getByRole('link').click();
  await expect(page.getByText('198.51.100.7')).toBeVisible();
  await expect(page.getByText('python-requests/2.32.3')).toBeVisible();
  await page.goBack();
  await page.getByLabel('Request ID').fill('unknown');
  await expect(found.getByText('None of the latest requests has this ID')).toBeVisible();
});
