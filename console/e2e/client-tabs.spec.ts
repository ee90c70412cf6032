import { expectAccessible, expectNoOverflow } from './accessibility';
import { uuid } from './fake/data';
import { expect, test } from './test';

const study = `/clients/${uuid(2)}`;

test('a client has three tabs, each with a URL and a title', async ({ page, open }) => {
  await open(study);
  const tabs = page.getByRole('navigation', { name: 'Views of the client' });
  await expect(tabs.getByRole('link', { name: 'Access' })).toHaveAttribute('aria-current', 'page');
  await tabs.getByRole('link', { name: /^Activity/ }).press('Enter');
  await expect(page).toHaveURL(/\/activity$/);
  await expect(page).toHaveTitle('University of Ashford, turnout study: Activity · Folkmoot console');
  await expect(tabs.getByRole('link', { name: /^Activity/ })).toBeFocused();
  await expect(page.getByRole('heading', { name: 'Refused requests' })).toBeVisible();
  await tabs.getByRole('link', { name: 'History' }).press('Enter');
  await expect(page).toHaveURL(/\/history$/);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'What could it read, and when?' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Refused requests' })).toBeVisible();
});

test('refused requests have their reason, and what to do about it', async ({ page, open, fake }) => {
  await open(`${study}/activity`);
  const refused = page.getByRole('region', { name: 'Refused requests' }).getByRole('listitem');
  await expect(refused).toHaveCount(2);
  await expect(refused.first()).toContainText('Email campaigns not included');
  await expect(refused.first()).toContainText('31 requests');
  await expect(refused.last()).toContainText('Wrong secret');
  await expect(refused.last()).toContainText('if nobody has it, rotate the secret');
  await refused.first().getByRole('link', { name: 'Open what it may read' }).click();
  await expect(page.getByRole('button', { name: 'Edit…' })).toBeVisible();
  await open(`/clients/${uuid(11)}/activity`);
  await expect(refused).toContainText('Client has expired');
  await refused.getByRole('button', { name: /^Renew/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Renew' }).click();
  await expect(page.getByRole('alertdialog')).toBeHidden();
  expect(fake.state.clients[10]).toMatchObject({ status: 'active', expires_at: '2027-11-22' });
  await open(`/clients/${uuid(1)}/activity`);
  await expect(page.getByText('No request was refused')).toBeVisible();
});

test('every reason is explained', async ({ page, open, fake }) => {
  const reasons = [
    'wrong-secret',
    'disabled',
    'expired',
    'revoked',
    'api-disabled',
    'token-expired',
    'token-revoked',
    'origin-not-allowed',
    'scope-too-narrow',
    'level-too-low',
    'not-for-assistants',
    null,
  ] as const;
  const refusals = reasons.map((reason) => ({
    reason,
    resource: null,
    requests: 1,
    last_at: '2026-11-22T14:00:00Z',
  }));
  Object.assign(fake.state.clients[1] ?? {}, { refusals_30_days: refusals });
  await open(`${study}/activity`);
  const headings = page.getByRole('region', { name: 'Refused requests' }).getByRole('heading', { level: 3 });
  await expect(headings).toHaveText([
    'Wrong secret',
    'Client is disabled',
    'Client has expired',
    'Client is revoked',
    'Public API is off',
    'Token has expired',
    'Token is revoked',
    'Website not allowed',
    'Token scope too narrow',
    'Access level too low',
    'Not for assistants',
    'Unknown reason',
  ]);
  await expectAccessible(page);
});

test('the history of a client has what it could read and when, and what administrators did', async ({
  page,
  open,
}) => {
  await open(`${study}/history`);
  const periods = page.getByRole('list', { name: 'What it could read and when' }).getByRole('listitem');
  await expect(periods).toHaveText([/Since 2 Nov 2026\s*Anonymous\s*All resources/, /25 Jun 2026.*Full/]);
  const log = page.getByRole('table', { name: 'Audit log' });
  await expect(
    log.getByRole('row', { name: /Marta Lind changed the client University/ }).first(),
  ).toBeVisible();
  await page.getByRole('link', { name: 'Open in the audit log' }).click();
  await expect(page).toHaveURL(new RegExp(`/audit\\?subject_id=${uuid(2)}$`));
});

test('the record of processing is copied, and has neither navigation nor buttons on paper', async ({
  page,
  open,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(`${study}/history`);
  await page.getByRole('link', { name: 'Open for printing' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Record of processing' })).toBeFocused();
  await page.getByRole('button', { name: 'Copy paragraph' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^Between 2 March 2026/);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText('Task in the public interest')).toBeVisible();
  await expect(page.getByText('Ask before raising the level')).toHaveCount(0);
  await expect(page.getByText('Between 2 March 2026')).toBeVisible();
  await expect(page.getByRole('table', { name: 'Records by resource' })).toContainText('904,220');
  await expect(page.getByRole('navigation', { name: 'Console' })).toBeHidden();
  await expect(page.locator('.button:visible')).toHaveCount(0);
});

test('the registration of a client is edited, with the conflicts of another edit', async ({
  page,
  open,
  fake,
}) => {
  await open(study);
  await page.getByRole('button', { name: 'Edit registration…' }).click();
  const dialog = page.getByRole('dialog', { name: /^Registration of / });
  const save = dialog.getByRole('button', { name: 'Save' });
  await expect(save).toBeDisabled();
  await expect(dialog.getByRole('textbox').first()).toHaveAccessibleName('Purpose');
  await dialog.getByLabel('Owner').fill('Institute of Statistics');
  await dialog.getByLabel('Note').fill('  ');
  await expectAccessible(page);
  const client = fake.state.clients[1];
  Object.assign(client ?? {}, { name: 'Turnout', version: 2 });
  await save.click();
  await expect(dialog.getByRole('alert')).toContainText(
    'Another administrator changed this client meanwhile',
  );
  await dialog.getByRole('button', { name: 'Save over it' }).click();
  await expect(dialog).toBeHidden();
  expect(client).toMatchObject({
    name: 'Turnout',
    registration: {
      owner: 'Institute of Statistics',
      contact: 'turnout@university.ashford.example',
      note: null,
    },
  });
  await expect(page.getByRole('region', { name: 'Registration' })).toContainText('Institute of Statistics');
});

test('a client without a registration says so; auditors cannot edit it', async ({ page, open, fake }) => {
  fake.state.role = 'auditor';
  await open(`/clients/${uuid(3)}`);
  await expect(page.getByText('Nothing is registered')).toBeVisible();
  await expect(page.getByRole('button', { name: /^(Edit|Renew)/ })).toHaveCount(0);
});

test('a new client is registered with its purpose first', async ({ page, open, fake }) => {
  await open('/clients/new');
  await page.getByLabel('Name', { exact: true }).fill('Library');
  await page.getByText('Purpose, owner and legal basis (optional)').click();
  await page.getByLabel('Purpose').fill('Opening hours.\nEvents.');
  await page.getByLabel('Owner').fill(' Library of Ashford ');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Create client' }).click();
  await expect(page.getByRole('heading', { name: 'Library is ready' })).toBeVisible();
  expect(fake.state.clients[0]?.registration).toEqual({
    purpose: 'Opening hours.\nEvents.',
    owner: 'Library of Ashford',
    contact: null,
    legal_basis: null,
    note: null,
  });
});

test('the tabs of a client fit into a window of 320 px', async ({ page, open }) => {
  await page.setViewportSize({ width: 320, height: 700 });
  for (const path of ['', '/activity', '/history', '/record']) {
    await open(`${study}${path}`);
    await expect(page.locator('.skeleton')).toHaveCount(0);
    await expectNoOverflow(page);
  }
});
