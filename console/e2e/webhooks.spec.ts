import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, expectNoOverflow } from './accessibility';
import { openConsole, type Platform, startPlatform } from './platform';

test.describe.configure({ mode: 'default' });

const expires_at = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
let platform: Platform;
/** The client of every webhook. */
let client_id: string;
let receiver: Server;
let url: string;
/** The status that the receiver returns. */
let status: number;
/** The events that the receiver got. */
let events: { headers: IncomingHttpHeaders; body: string }[];

test.beforeAll(async () => {
  receiver = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    events.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
    response.writeHead(status).end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook?token=secret`;
  platform = await startPlatform('--webhook-allow-networks', '127.0.0.0/8');
  const library = { name: 'Library', access: 'full', resources: null, expires_at };
  client_id = (await post<{ client: { id: string } }>('/clients', library)).client.id;
});

test.afterAll(async () => {
  receiver?.close();
  await platform?.stop();
});

test.beforeEach(async ({ page }) => {
  status = 204;
  events = [];
  await openConsole(page, platform);
});

/** Sends a request to the admin API with the admin key. */
async function post<T>(path: string, body: object): Promise<T> {
  const response = await fetch(`${platform.url}/admin/api${path}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${platform.adminKey}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(response.ok, `status ${response.status}`).toBe(true);
  return (await response.json()) as T;
}

const openSection = (page: Page, name: string) =>
  page.getByRole('navigation').getByRole('link', { name, exact: true }).click();

/** Creates a webhook, and opens its page. Returns its secret. */
async function createWebhook(page: Page, to = url): Promise<string> {
  await openSection(page, 'Webhooks');
  await page.getByRole('link', { name: 'New webhook' }).click();
  await page.getByRole('radio', { name: 'Library' }).check();
  await page.getByLabel('URL').fill(to);
  await page.getByRole('button', { name: 'Create webhook' }).click();
  return storeSecret(page);
}

async function storeSecret(page: Page): Promise<string> {
  const secret = await page.getByText(/^whsec_/).innerText();
  await page.getByText('I have stored the secret').click();
  await page.getByRole('button', { name: 'Continue to the webhook' }).click();
  await expect(page.getByRole('heading', { name: 'Attempts' })).toBeVisible();
  return secret;
}

async function sendTest(page: Page, type = 'webhook.test') {
  await page.getByRole('button', { name: 'Send test event…' }).click();
  await page.getByLabel('Type').selectOption(type);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
}

const act = async (page: Page, button: string, confirm: string) => {
  await page.getByRole('button', { name: button }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: confirm }).click();
};

const attempts = (page: Page) => page.getByRole('table', { name: 'Attempts' }).locator('tbody tr');

const signature = (secret: string, { headers, body }: (typeof events)[number]) =>
  createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64'))
    .update(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`)
    .digest('base64');

test('a webhook is created with chosen events, and its secret is shown once', async ({ page }) => {
  await openSection(page, 'Webhooks');
  await page.getByRole('link', { name: 'New webhook' }).click();
  await page.getByRole('button', { name: 'Create webhook' }).click();
  await expect(page.getByText('Choose the client.')).toBeVisible();
  await expect(page.getByRole('searchbox', { name: 'Client' })).toBeFocused();
  await page.getByRole('radio', { name: 'Library' }).check();
  await page.getByLabel('URL').fill('ftp://example.org');
  await page.getByText('All events of what the client may read').click();
  await page.getByLabel('Ideas: created', { exact: true }).check();
  for (const action of ['created', 'updated', 'deleted']) {
    await page.getByLabel(`Comments: ${action}`).check();
  }
  await page.getByRole('button', { name: 'Create webhook' }).click();
  await expect(page.getByLabel('URL')).toHaveAccessibleDescription(/the scheme must be https/);
  await expectAccessible(page);
  await page.getByLabel('URL').fill(url);
  await page.getByRole('button', { name: 'Create webhook' }).click();
  await expect(page.getByText('The platform signs each request with it.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Receive and verify requests' })).toHaveAttribute(
    'href',
    `${platform.url}/guides/use-webhooks`,
  );
  await expect(page.getByRole('button', { name: 'Continue to the webhook' })).toBeDisabled();
  await openSection(page, 'Webhooks');
  await page.getByRole('button', { name: 'Stay' }).click();
  const secret = await storeSecret(page);
  await expect(page.getByText('Idea: created · Comment: all')).toBeVisible();
  await expect(page.getByText('No attempts yet')).toBeVisible();

  await sendTest(page, 'idea.created');
  await expect(attempts(page).filter({ hasText: 'idea.created' })).toContainText('Status 204');
  expect(events).toHaveLength(1);
  expect(JSON.parse(events[0]?.body ?? '')).toMatchObject({ type: 'idea.created' });
  expect(events[0]?.headers['webhook-signature']).toBe(
    `v1,${signature(secret, events[0] as (typeof events)[number])}`,
  );
  await page.getByRole('button', { name: 'Resend idea.created' }).click();
  await expect(attempts(page)).toHaveCount(2);
  expect(events[1]?.headers['webhook-id']).toBe(events[0]?.headers['webhook-id']);
  await expectAccessible(page);
  for (const width of [390, 768, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    await expectNoOverflow(page);
  }
  expect(await page.content()).not.toContain(secret);
});

test('a receiver that fails shows its error, and the overview warns', async ({ page }) => {
  await createWebhook(page);
  status = 500;
  await sendTest(page);
  await expect(attempts(page).first()).toContainText('The receiver responded with the status 500');
  await expect(attempts(page).first()).toContainText('in less than a minute');
  await expect(page.getByText('The last attempt failed').first()).toBeVisible();
  await openSection(page, 'Overview');
  await expect(page.getByText(/The webhook http:\/\/127.0.0.1:\d+\/hook\?… is failing\./)).toBeVisible();
  await page.getByRole('link', { name: 'Open the webhook' }).click();
  status = 410;
  await page.getByRole('button', { name: 'Resend webhook.test' }).first().click();
  await expect(page.getByText('The receiver wants no more events', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await openSection(page, 'Overview');
  await expect(page.getByText('is paused because the receiver returned status 410')).toBeVisible();
  await page.getByRole('link', { name: 'Open the webhook' }).click();
  await act(page, 'Resume…', 'Resume webhook');
  await expect(page.getByText('The receiver wants no more events', { exact: true })).toBeHidden();
  await act(page, 'Delete…', 'Delete webhook');
});

test('a webhook is changed, rotated, paused, resumed and deleted', async ({ page }) => {
  const first = await createWebhook(page, url.replace('hook', 'changed'));
  await page.getByRole('button', { name: 'Edit…' }).click();
  await page.getByText('All events of what the client may read').click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Select at least one event, or all of them.')).toBeVisible();
  await page.getByLabel('Events: updated', { exact: true }).check();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Event: updated', { exact: true })).toBeVisible();

  await act(page, 'Rotate secret…', 'Create new secret');
  const second = await storeSecret(page);
  await expect(page.getByText(/For 23 h 59 min/)).toBeVisible();
  await sendTest(page, 'changes.available');
  await expect(attempts(page)).toContainText('Status 204');
  const [event] = events as [(typeof events)[number]];
  const signatures = String(event.headers['webhook-signature']).split(' ').sort();
  expect(signatures).toEqual([first, second].map((secret) => `v1,${signature(secret, event)}`).sort());
  await page.getByRole('button', { name: 'Rotate secret…' }).click();
  await expect(page.getByText('The secret before the current one ends at once')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();

  await act(page, 'Pause…', 'Pause webhook');
  await expect(page.getByText('An administrator paused this webhook')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Resend|^Send test/ })).toHaveCount(0);
  await act(page, 'Resume…', 'Resume webhook');
  await expect(page.getByText('Active', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'History of this webhook' }).click();
  const log = page.getByRole('table', { name: 'Audit log' });
  for (const sentence of ['rotated the secret of', 'changed', 'paused', 'resumed', 'created']) {
    await expect(log.getByText(`${sentence} the webhook`).first()).toBeVisible();
  }
  await page.goBack();
  await act(page, 'Delete…', 'Delete webhook');
  await expect(page.getByRole('heading', { level: 1, name: 'Webhooks' })).toBeVisible();
  await expect(page.getByRole('link', { name: /\/changed/ })).toHaveCount(0);
});

test('the page of a client leads to its webhooks', async ({ page }) => {
  await post('/webhooks', { client_id, url });
  await openSection(page, 'Clients');
  await page.getByRole('link', { name: 'Library' }).click();
  await page.getByRole('link', { name: 'Its webhooks' }).click();
  await expect(page.getByText('Only those of Library.')).toBeVisible();
  await expect(page.getByRole('table', { name: 'Webhooks' }).getByText('Active').first()).toBeVisible();
  await page.getByRole('link', { name: 'New webhook' }).click();
  await expect(page.getByRole('radio', { name: 'Library' })).toBeChecked();
});

test('an auditor sees webhooks, and cannot change them', async ({ browser }) => {
  const { webhook } = await post<{ webhook: { webhook_id: string } }>('/webhooks', { client_id, url });
  await post(`/webhooks/${webhook.webhook_id}/test`, {});
  const { secret } = await post<{ secret: string }>('/admin-keys', {
    name: 'Auditor',
    role: 'auditor',
    expires_at,
  });
  const page = await (await browser.newContext()).newPage();
  await openConsole(page, { ...platform, adminKey: secret });
  await openSection(page, 'Webhooks');
  await expect(page.getByRole('link', { name: 'New webhook' })).toHaveCount(0);
  await page.locator(`a[href$="${webhook.webhook_id}"]`).click();
  await expect(attempts(page)).not.toHaveCount(0);
  const buttons = await page.locator('main').getByRole('button').allInnerTexts();
  expect(buttons.filter((text) => text !== '')).toEqual(['Refresh']);
  await page.goto(`${platform.url}/admin/webhooks/new`);
  await expect(page.getByText('Auditors cannot create webhooks')).toBeVisible();
  await page.context().close();
});
