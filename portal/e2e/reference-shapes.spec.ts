import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildSite, fixture } from './support/build';
import { expect, fixtureSite, open, test } from './support/test';

test('alternatives, recursion, maps, nullable and deprecated fields are shown', async ({ page }) => {
  await open(page, `${fixtureSite}/api/all`);
  const row = (id: string) => page.locator(`[id="${id}"]`);
  await expect(row('tree-parent')).toContainText('tree or null');
  await expect(row('tree-branches')).toContainText('list of tree · size maximum 8 items');
  await expect(row('tree-branches').getByRole('link', { name: 'tree' })).toHaveAttribute('href', '#tree');
  await expect(page.locator('[data-section=shape]')).toContainText('Discriminator: kind');
  await expect(page.locator('[data-section=shape]').getByRole('link', { name: 'square' })).toBeVisible();
  await expect(row('everything-late')).toContainText('string (date-time) or null required');
  await expect(row('everything-either')).toContainText('one of: string or integer');
  await expect(row('everything-some')).toContainText('any of: boolean or string');
  await expect(row('everything-texts')).toContainText('map of string');
  await expect(row('everything-inner-deep')).toContainText('multiple of 5');
  await expect(row('everything-old')).toContainText('deprecated');
  await expect(row('everything-id')).toContainText('read only');
});

test('parameters of every location, content types and headers are shown', async ({ page }) => {
  await open(page, `${fixtureSite}/api/all#getTree`);
  const tree = page.locator('[data-section=getTree]');
  await expect(tree).toContainText('This operation still works');
  for (const title of ['Path parameters', 'Query parameters', 'Request headers', 'Cookies', 'Errors']) {
    await expect(tree.getByRole('heading', { name: title })).toBeVisible();
  }
  await expect(page.locator('#getTree-depth')).toContainText(
    'default 3 · minimum 1 · maximum 9 · deprecated',
  );
  await expect(page.locator('#getTree-order')).toContainText('One of up, down');
  await expect(page.locator('#getTree-season').getByRole('listitem')).toHaveText([
    'spring — Leaves appear.',
    'autumn — Leaves fall.',
    'winter',
  ]);
  await expect(page.locator('#getTree-200-ETag')).toContainText('The version.');
  await expect(tree).toContainText('text/csv');
  await expect(tree).toContainText('There is no such tree.');
  await expect(page.locator('[data-section=addShape]')).toContainText('text/plain');
  await expect(page.locator('header').filter({ hasText: 'Every shape' })).toContainText('<b>Not bold.</b>');
});

test('an operation without authentication does not ask for a token', async ({ page }) => {
  await open(page, `${fixtureSite}/api/all#addShape`);
  const part = page.locator('[data-section=addShape]');
  await expect(part.locator('pre').first()).not.toContainText('Authorization');
  await part.getByRole('button', { name: 'Try it' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(page.getByRole('dialog').getByText('Token')).toHaveCount(0);
});

test('an invalid OpenAPI document fails the build with the reason', async () => {
  const directory = await mkdtemp(path.join(tmpdir(), 'reference-'));
  const document = path.join(directory, 'openapi.json');
  await writeFile(document, JSON.stringify({ openapi: '3.1.0', info: { title: 'No version' }, paths: {} }));
  const { code, output } = await buildSite(fixture, path.join(directory, 'build'), {
    ONE_LOCALE: 'true',
    FOLKMOOT_OPENAPI: document,
  });
  expect(code).toBe(1);
  expect(output).toContain(`The OpenAPI document at ${document} is not valid`);
  expect(output).toContain("/info must have required property 'version'");
});

test('the OpenAPI document can come from a URL, and a missing one fails the build', async () => {
  const directory = await mkdtemp(path.join(tmpdir(), 'reference-'));
  const document = await readFile(path.join(fixture, 'openapi.json'), 'utf8');
  const server = createServer((request, response) => {
    response.statusCode = request.url === '/openapi.json' ? 200 : 404;
    response.end(document.replace('Every shape', 'Fetched shapes'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const build = (name: string) =>
    buildSite(fixture, path.join(directory, 'build'), {
      ONE_LOCALE: 'true',
      FOLKMOOT_OPENAPI: `${url}/${name}`,
    });
  const found = await build('openapi.json');
  expect(found.code, found.output).toBe(0);
  expect(await readFile(path.join(directory, 'build/api/all/index.html'), 'utf8')).toContain(
    'Fetched shapes',
  );

  const missing = await build('nowhere.json');
  expect(missing.code).toBe(1);
  expect(missing.output).toContain(
    `Cannot read an OpenAPI document from ${url}/nowhere.json: the response was 404`,
  );
  server.close();
});
