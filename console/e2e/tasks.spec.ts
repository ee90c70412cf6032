import type { Locator } from '@playwright/test';
import { expect, test } from './test';

/**
 * What administrators come for, from the overview on, with the most steps that it may take. A step is a press, a choice or a
 * field.
 */
class Steps {
  private count = 0;

  async press(target: Locator) {
    this.count += 1;
    await target.click();
  }

  async enter(target: Locator, text: string) {
    this.count += 1;
    await target.fill(text);
  }

  expectAtMost(steps: number) {
    expect(this.count).toBeLessThanOrEqual(steps);
  }
}

test('a university reads votes, pseudonymously, for a year', async ({ page, open, fake }) => {
  const steps = new Steps();
  await open('/');
  await steps.press(page.getByRole('link', { name: 'Clients', exact: true }));
  await steps.press(page.getByRole('link', { name: 'New client' }));
  await steps.enter(page.getByRole('textbox', { name: 'Name' }), 'University, turnout');
  await steps.press(page.getByRole('radio', { name: 'Pseudonymous' }));
  await steps.press(page.getByText('All resources'));
  await steps.press(page.getByText('Ballots', { exact: true }));
  await steps.press(page.getByText('Votes on ballots', { exact: true }));
  await steps.press(page.getByRole('button', { name: 'Create client' }));
  await steps.press(page.getByRole('button', { name: 'Copy .env' }));
  await steps.press(page.getByText('I have stored the secret'));
  await steps.press(page.getByRole('button', { name: /^Continue/ }));
  await expect(page.getByRole('heading', { level: 1, name: 'University, turnout' })).toBeVisible();
  await expect(page.getByText('Ballots and answers')).toBeVisible();
  steps.expectAtMost(12);
  expect(fake.state.clients[0]).toMatchObject({
    access: 'pseudonymous',
    resources: ['baskets', 'basket_ideas'],
    expires_at: '2027-11-23',
  });
});

test('who reads e-mail addresses?', async ({ page, open }) => {
  const steps = new Steps();
  await open('/clients');
  await steps.press(page.getByRole('button', { name: 'E-mail addresses' }));
  await expect(page.getByText(/^10 clients$/)).toBeVisible();
  await expect(page.getByRole('row').getByRole('img', { name: 'E-mail addresses' })).toHaveCount(10);
  steps.expectAtMost(1);
});

test('a supplier left: its client is disabled', async ({ page, open, fake }) => {
  const steps = new Steps();
  await open('/');
  await steps.press(page.getByRole('link', { name: 'Clients', exact: true }));
  await steps.enter(page.getByLabel('Search name, owner or id'), 'planning office');
  await steps.press(page.getByRole('link', { name: 'Planning office dashboard' }));
  await steps.press(page.getByRole('button', { name: 'Disable…' }));
  await steps.press(page.getByRole('button', { name: 'Disable client' }));
  await expect(page.getByText('This client is disabled')).toBeVisible();
  expect(fake.state.clients[3]?.status).toBe('disabled');
  steps.expectAtMost(5);
});

test('a secret is rotated', async ({ page, open }) => {
  const steps = new Steps();
  await open('/');
  await steps.press(page.getByRole('link', { name: 'Clients', exact: true }));
  await steps.enter(page.getByLabel('Search name, owner or id'), 'planning office');
  await steps.press(page.getByRole('link', { name: 'Planning office dashboard' }));
  await steps.press(page.getByRole('button', { name: 'Rotate secret…' }));
  await steps.press(page.getByRole('button', { name: 'Create new secret' }));
  await expect(page.getByText('The secret is shown once')).toBeVisible();
  steps.expectAtMost(5);
});

test('a file with an error is checked', async ({ page, open, fake }) => {
  fake.state.importFails = true;
  await open('/');
  const steps = new Steps();
  await steps.press(page.getByRole('link', { name: 'Data', exact: true }));
  const file = { name: 'ideas.ndjson', mimeType: 'application/x-ndjson', buffer: Buffer.from('{}') };
  await page.locator('input[type=file]').setInputFiles([file]);
  await steps.press(page.getByRole('button', { name: 'Dry run' }));
  await page.clock.runFor(3000);
  await expect(page.getByRole('table', { name: 'Errors' })).toContainText('a timestamp in RFC 3339');
  steps.expectAtMost(3);
});

test('a person gets their data, and is erased', async ({ page, open, fake }) => {
  const steps = new Steps();
  await open('/');
  await steps.press(page.getByRole('link', { name: 'People', exact: true }));
  await steps.enter(page.getByLabel('E-mail address, name or id'), 'amira');
  await steps.press(page.getByRole('button', { name: 'Find' }));
  const download = page.waitForEvent('download');
  await steps.press(page.getByRole('button', { name: 'Export as zip' }));
  await download;
  steps.expectAtMost(4);
  await steps.press(page.getByRole('button', { name: 'Erase…' }));
  await steps.press(page.getByRole('button', { name: 'Show what would change' }));
  await steps.enter(page.getByLabel('Type ERASE to confirm'), 'ERASE');
  await steps.press(page.getByRole('button', { name: 'Erase permanently' }));
  await expect(page.getByRole('region', { name: 'The person is erased' })).toBeVisible();
  steps.expectAtMost(8);
  expect(fake.state.people).toEqual([]);
});

test('the public API is turned off and on', async ({ page, open }) => {
  const steps = new Steps();
  await open('/');
  for (const action of ['Turn off', 'Turn on']) {
    await steps.press(page.getByRole('button', { name: `${action}…` }));
    await steps.press(page.getByRole('alertdialog').getByRole('button', { name: action, exact: true }));
    await expect(page.getByRole('alertdialog')).toBeHidden();
  }
  await expect(page.getByRole('heading', { name: 'The public API is on' })).toBeVisible();
  steps.expectAtMost(4);
});

test('who did what last week?', async ({ page, open }) => {
  const steps = new Steps();
  await open('/');
  await steps.press(page.getByRole('link', { name: 'Audit log' }));
  await steps.enter(page.getByLabel('From'), '2026-11-15');
  await steps.enter(page.getByLabel('Until'), '2026-11-21');
  await expect(page.getByText(/^1–|^\d+ entries$/).first()).toBeVisible();
  steps.expectAtMost(3);
});

test('everything as Parquet', async ({ page, open }) => {
  const steps = new Steps();
  await open('/');
  await steps.press(page.getByRole('link', { name: 'Exports', exact: true }));
  await steps.press(page.getByRole('link', { name: 'New export' }));
  await steps.press(page.getByRole('radio', { name: 'Anonymous' }));
  await steps.press(page.getByRole('button', { name: 'Start export' }));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/export$/);
  steps.expectAtMost(5);
});

test('why is a client refused?', async ({ page, open }) => {
  const steps = new Steps();
  await open('/');
  await steps.press(page.getByRole('link', { name: 'Clients', exact: true }));
  await page.getByLabel('Order').selectOption('created_at');
  await steps.press(page.getByRole('link', { name: /^Wrong secret/ }));
  await expect(page.getByText('The program sends a secret that is not the current one.')).toBeVisible();
  steps.expectAtMost(2);
});

test('why is a client refused? From the overview', async ({ page, open }) => {
  const steps = new Steps();
  await open('/');
  const refused = page.getByRole('region', { name: 'Refused in the last 7 days' });
  await expect(refused).toContainText('Wrong secret');
  await steps.press(refused.getByRole('link', { name: 'Planning office dashboard' }));
  await expect(page.getByText('The program sends a secret that is not the current one.')).toBeVisible();
  steps.expectAtMost(1);
});
