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
  await page.getByRole('link', { name: 'Open the mirror' }).click();
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
  await open(`/clients/${fake.state.clients[1]?.id}`);
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
