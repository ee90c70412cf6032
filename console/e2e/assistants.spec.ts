import { expectAccessible, expectNoOverflow } from './accessibility';
import { uuid } from './fake/data';
import { expect, test } from './test';

const study = uuid(2);

test('a client for an assistant gets the level public, and a configuration', async ({
  page,
  open,
  fake,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open('/clients/new');
  const sentence = page.getByText('What an assistant reads goes to the operator of its model');
  await page.getByRole('radio', { name: 'Full' }).check();
  await expect(sentence).toBeHidden();
  await page.getByRole('radio', { name: 'In an assistant' }).check();
  await expect(sentence).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Public' })).toBeChecked();
  await page.getByRole('textbox', { name: 'Name' }).fill('Assistant of the council');
  await page.getByRole('button', { name: 'Create client' }).click();
  await expect(page.getByRole('heading', { name: 'Assistant of the council is ready' })).toBeFocused();
  expect(fake.state.clients[0]).toMatchObject({ access: 'public', origins: null, mcp: true });

  const url = 'https://participate.ashford.example';
  await expect(page.getByRole('radio', { name: 'Assistant' })).toBeChecked();
  await expect(page.getByText(`${url}/mcp`, { exact: true })).toBeVisible();
  await expect(page.getByText('A token is valid for 24 hours')).toBeVisible();
  await expect(page.getByRole('link', { name: 'steps for this tool' })).toHaveAttribute(
    'href',
    `${url}/guides/use-assistants`,
  );
  await page.getByRole('button', { name: 'Copy Configuration' }).click();
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  expect(JSON.parse(await clipboard()).mcpServers['participate-ashford-example']).toEqual({
    type: 'http',
    url: `${url}/mcp`,
    headers: { Authorization: 'Bearer YOUR_TOKEN' },
  });
  await page.getByRole('button', { name: 'Copy commands' }).click();
  expect(await clipboard()).toMatch(
    /^curl -s https:\/\/participate\.ashford\.example\/api\/v2\/authenticate/,
  );
  await expectAccessible(page);
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 });
    await expectNoOverflow(page);
  }
  await page.getByRole('radio', { name: 'Program' }).check();
  await expect(page.getByRole('button', { name: 'Copy .env' })).toBeVisible();
});

test('a client of another place is not for assistants', async ({ page, open, fake }) => {
  await open('/clients/new');
  await page.getByRole('radio', { name: 'In an assistant' }).check();
  await page.getByRole('radio', { name: 'On a server' }).check();
  await page.getByRole('textbox', { name: 'Name' }).fill('Dashboard');
  await page.getByRole('button', { name: 'Create client' }).click();
  await expect(page.getByRole('heading', { name: 'Dashboard is ready' })).toBeFocused();
  expect(fake.state.clients[0]).toMatchObject({ mcp: false });
  await expect(page.getByRole('radio', { name: 'Program' })).toBeChecked();
  await expect(page.getByRole('radio', { name: 'Assistant' })).toHaveCount(0);
});

test('an administrator permits the use by assistants, and ends it', async ({ page, open, fake }) => {
  const client = fake.state.clients.find(({ id }) => id === study);
  const use = page.getByRole('term').filter({ hasText: 'Use by assistants' }).locator('xpath=..');
  await open(`/clients/${study}`);
  await expect(use).toContainText('Not permitted');
  const dialog = page.getByRole('dialog', { name: /^Edit University/ });
  const permit = dialog.getByRole('checkbox', { name: 'Assistants may use it over MCP' });
  await page.getByRole('button', { name: 'Edit…' }).click();
  await expect(permit).toHaveAccessibleDescription(
    /^What an assistant reads goes to the operator of its model/,
  );
  await dialog.getByText('Assistants may use it over MCP').click();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(use).toContainText('Permitted, over MCP');
  expect(client).toMatchObject({ mcp: true, access: 'anonymous' });
  await page.getByRole('button', { name: 'Edit…' }).click();
  await expect(permit).toBeChecked();
  await dialog.getByText('Assistants may use it over MCP').click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(use).toContainText('Not permitted');
  expect(client).toMatchObject({ mcp: false });
});

test('a client with a publishable key has no use by assistants', async ({ page, open }) => {
  await open(`/clients/${uuid(9)}`);
  await expect(page.getByText('Publishable key')).toBeVisible();
  await expect(page.getByText('Use by assistants')).toHaveCount(0);
  await page.getByRole('button', { name: 'Edit…' }).click();
  await expect(page.getByRole('dialog').getByLabel('Websites')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: /Assistants/ })).toHaveCount(0);
});

test('the list of clients marks those for assistants', async ({ page, open }) => {
  await open('/clients?search=e&sort=name&access=public');
  await expect(page.getByRole('row', { name: /Assistant of the press office/ })).toContainText(
    'for assistants',
  );
  await expect(page.getByRole('row', { name: /City website/ })).not.toContainText('for assistants');
});
