import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildSite, fixture } from './support/build';
import { expect, fixtureSite, open, test } from './support/test';

test('alternatives, recursion, maps, nulls and deprecations are told', async ({ page }) => {
  await open(page, `${fixtureSite}/api`);
  const row = (id: string) => page.locator(`[id="${id}"]`);
  await expect(row('tree-parent')).toContainText('tree or null');
  await expect(row('tree-branches')).toContainText('list of tree · length at most 8 items');
  await expect(row('tree-branches').getByRole('link', { name: 'tree' })).toHaveAttribute('href', '#tree');
  await expect(page.locator('[data-part=shape]')).toContainText('Told apart by kind');
  await expect(page.locator('[data-part=shape]').getByRole('link', { name: 'square' })).toBeVisible();
  await expect(row('everything-late')).toContainText('string (date-time) or null required');
  await expect(row('everything-either')).toContainText('one of: string or integer');
  await expect(row('everything-some')).toContainText('any of: boolean or string');
  await expect(row('everything-texts')).toContainText('map of string');
  await expect(row('everything-inner-deep')).toContainText('multiple of 5');
  await expect(row('everything-old')).toContainText('deprecated');
  await expect(row('everything-id')).toContainText('read only');
});

test('parameters of every place, content types and headers are told', async ({ page }) => {
  await open(page, `${fixtureSite}/api#getTree`);
  const tree = page.locator('[data-part=getTree]');
  await expect(tree).toContainText('This operation still works');
  for (const title of ['In the path', 'In the query', 'In the headers', 'In cookies', 'Problems']) {
    await expect(tree.getByRole('heading', { name: title })).toBeVisible();
  }
  await expect(page.locator('#getTree-depth')).toContainText(
    'default 3 · at least 1 · at most 9 · deprecated',
  );
  await expect(page.locator('#getTree-order')).toContainText('One of up, down');
  await expect(page.locator('#getTree-200-ETag')).toContainText('The version.');
  await expect(tree).toContainText('text/csv');
  await expect(tree).toContainText('There is no such tree.');
  await expect(page.locator('[data-part=addShape]')).toContainText('text/plain');
  await expect(page.locator('header').filter({ hasText: 'Every shape' })).toContainText('<b>Not bold.</b>');
});

test('an operation that needs no token asks for none', async ({ page }) => {
  await open(page, `${fixtureSite}/api#addShape`);
  const part = page.locator('[data-part=addShape]');
  await expect(part.locator('pre').first()).not.toContainText('Authorization');
  await part.getByRole('button', { name: 'Try it' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(page.getByRole('dialog').getByText('Token')).toHaveCount(0);
});

test('a document that is not valid stops the build and says why', async () => {
  test.setTimeout(120_000);
  const folder = await mkdtemp(path.join(tmpdir(), 'reference-'));
  const document = path.join(folder, 'openapi.json');
  await writeFile(document, JSON.stringify({ openapi: '3.1.0', info: { title: 'No version' }, paths: {} }));
  const { code, output } = await buildSite(fixture, path.join(folder, 'build'), {
    ONE_LOCALE: 'true',
    FOLKMOOT_OPENAPI: document,
  });
  expect(code).toBe(1);
  expect(output).toContain(`The OpenAPI document at ${document} is not valid`);
  expect(output).toContain("/info must have required property 'version'");
});

test('a document can be fetched from an address, and one that is not there stops the build', async () => {
  test.setTimeout(240_000);
  const folder = await mkdtemp(path.join(tmpdir(), 'reference-'));
  const document = await readFile(path.join(fixture, 'openapi.json'), 'utf8');
  const server = createServer((request, response) => {
    response.statusCode = request.url === '/openapi.json' ? 200 : 404;
    response.end(document.replace('Every shape', 'Fetched shapes'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const build = (name: string) =>
    buildSite(fixture, path.join(folder, 'build'), {
      ONE_LOCALE: 'true',
      FOLKMOOT_OPENAPI: `${address}/${name}`,
    });
  const found = await build('openapi.json');
  expect(found.code, found.output).toBe(0);
  expect(await readFile(path.join(folder, 'build/api/index.html'), 'utf8')).toContain('Fetched shapes');

  const missing = await build('nowhere.json');
  expect(missing.code).toBe(1);
  expect(missing.output).toContain(
    `There is no OpenAPI document at ${address}/nowhere.json: it answered 404`,
  );
  server.close();
});
