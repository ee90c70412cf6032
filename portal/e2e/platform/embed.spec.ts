import { writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { titled } from '../support/guides';
import { binary, type Platform, startPlatform } from '../support/platform';
import { serveSite } from '../support/server';
import { runScript } from '../support/shell';
import { createWorkspace, type Workspace } from '../support/workspace';

/** The pages and scripts of the guide on a website of their own, which is another origin than the platform. */

const guide = 'guides/use-website';

test.describe.configure({ mode: 'serial' });

let platform: Platform;
let workspace: Workspace;
let site: Server;
let origin: string;
let id: string;
let key: string;

const folkmoot = (script: string) =>
  runScript(`folkmoot() { "$BINARY" "$@" --data "$DATA"; }\n${script.replaceAll('YOUR_CLIENT_ID', id)}`, {
    BINARY: binary,
    DATA: platform.data,
  });

const code = (title: string) => platform.filledIn(titled(guide, title)).replaceAll('fmp_YOUR_KEY', key);

test.beforeAll(async () => {
  platform = await startPlatform();
  workspace = createWorkspace();
  site = await serveSite(workspace.directory, 0);
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
});

test.afterAll(async () => {
  site.closeAllConnections();
  site.close();
  workspace.remove();
  await platform.stop();
});

/** Opens a page with files of the guide, and returns the lines of the console and the hosts of requests. */
async function open(page: Page, html: string, policy?: string) {
  const lines: string[] = [];
  const hosts = new Set<string>();
  page.on('console', (message) => lines.push(message.text()));
  page.on('request', (request) => hosts.add(new URL(request.url()).host));
  // The images of the demo platform do not exist.
  await page.route('https://participate.example.org/**', (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }),
  );
  const write = (file: string, text: string) => writeFileSync(path.join(workspace.directory, file), text);
  for (const file of ['website.css', 'hide-empty.js']) write(file, code(file));
  const meta = policy ? `<meta http-equiv="Content-Security-Policy" content="${policy}">` : '';
  write('page.html', html.replace('<head>', `<head><link rel="icon" href="data:,">${meta}`));
  await page.goto(`${origin}/page.html`);
  return { lines, hosts };
}

/** The policy that the guide shows under a title. */
const policyOf = (title: string) => code(title).replace('Content-Security-Policy: ', '');

/** The status of a request with the key: the server learns from the database what a command has changed. */
const status = () =>
  expect.poll(async () => {
    const headers = { Origin: origin };
    return (await fetch(`${platform.address}/api/v2/ideas?key=${key}`, { headers })).status;
  });

const state = (page: Page, element: string) =>
  expect.poll(() => page.locator(`folkmoot-${element}`).getAttribute('state'));

test('the command of the guide creates a key, which it prints as in the guide', async () => {
  const { stdout } = await folkmoot(titled(guide, 'For the administrator'));
  const shape = (text: string) => text.replace(/\bfmp_[0-9A-Za-z]{49}\b|\b[0-9a-f-]{36}\b/g, '#').trim();
  expect(shape(stdout)).toBe(shape(titled(guide, 'A publishable key')));
  id = /client_id +(\S+)/.exec(stdout)?.[1] ?? '';
  key = /publishable_key +(\S+)/.exec(stdout)?.[1] ?? '';
  await folkmoot(`folkmoot clients update YOUR_CLIENT_ID --origins ${origin}`);
  await status().toBe(200);
});

test('the page shows ideas and events, and sends requests to the platform only', async ({ page }) => {
  const { lines, hosts } = await open(page, code('ideas.html'));
  await state(page, 'ideas').toBe('loaded');
  await state(page, 'events').toMatch(/loaded|empty/);
  await expect(page.locator('folkmoot-ideas').getByRole('listitem')).toHaveCount(3);
  await expect(page.getByRole('link', { name: 'All ideas' })).toBeHidden();
  expect(lines).toEqual([]);
  const own = [new URL(origin).host, new URL(platform.address).host, 'participate.example.org'];
  expect([...hosts].filter((host) => !own.includes(host))).toEqual([]);
});

test('the style sheet changes the look, and the script hides a section without records', async ({ page }) => {
  const head = '<link rel="stylesheet" href="/website.css"><script src="/hide-empty.js"></script></head>';
  const none = `<folkmoot-projects key="${key}" folder-id="00000000-0000-4000-8000-000000000000">`;
  const section = `<section><h2>None</h2>${none}</folkmoot-projects></section></body>`;
  await open(page, code('ideas.html').replace('</head>', head).replace('</body>', section));
  await state(page, 'ideas').toBe('loaded');
  const item = page.locator('folkmoot-ideas').getByRole('listitem').first();
  await expect(item).toHaveCSS('border-radius', '0px');
  await expect(item).toHaveCSS('background-color', 'rgb(255, 253, 247)');
  await expect(item.getByRole('heading')).toHaveCSS('font-weight', '400');
  await state(page, 'projects').toBe('empty');
  await expect(page.getByRole('heading', { name: 'None' })).toBeHidden();
});

test('elements and frames work with the policies of the guide', async ({ page }) => {
  const elements = await open(page, code('ideas.html'), policyOf('Policy of a website with elements'));
  await state(page, 'ideas').toBe('loaded');
  expect(elements.lines).toEqual([]);
  const frame = code('frame.html')
    .replace(/<script>[\s\S]*<\/script>/, '')
    .replace(' style="border: 0"', '');
  const frames = await open(page, frame, policyOf('Policy of a website with frames'));
  await expect(page.frameLocator('iframe').getByRole('listitem')).toHaveCount(3);
  expect(frames.lines).toEqual([]);
});

test('a frame gets the height of its content, and its links leave a sandbox', async ({ page }) => {
  const sandbox = 'allow-scripts allow-same-origin allow-top-navigation-by-user-activation';
  const html = code('frame.html').replace('loading="lazy"', `sandbox="${sandbox}"`);
  await open(page, html);
  const content = page.frameLocator('iframe');
  await expect(content.getByRole('listitem')).toHaveCount(3);
  const height = () =>
    content.locator('html').evaluate((root) => Math.ceil(root.getBoundingClientRect().height));
  await expect
    .poll(async () => Number(await page.locator('iframe').getAttribute('height')) - (await height()))
    .toBe(0);
  await content.getByRole('listitem').getByRole('link').first().click();
  await expect(page).toHaveURL(/^https:\/\/participate\.example\.org\//);
});

test('the script has the URL and the integrity of the manifest', async ({ page }) => {
  const response = await fetch(code('Print the manifest').replace('curl ', ''));
  const manifest = (await response.json()) as Record<string, { url: string; integrity: string }>;
  const shown = JSON.parse(titled(guide, 'manifest.json')) as typeof manifest;
  expect(Object.keys(manifest)).toEqual(Object.keys(shown));
  const [current, example] = [manifest['folkmoot.js'], shown['folkmoot.js']];
  const script = code('Script with integrity')
    .replace(example?.url ?? '', current?.url ?? '')
    .replace(example?.integrity ?? '', current?.integrity ?? '');
  await open(page, code('ideas.html').replace(/<script.*<\/script>/, script));
  await state(page, 'ideas').toBe('loaded');
  const other = await fetch(`${platform.address}/components/folkmoot-0000000000000000.js`);
  expect(other.status).toBe(404);
});

test('a script reads titles with the key', async () => {
  const { stdout } = await runScript(`node --input-type=module <<'END'\n${code('titles.mjs')}\nEND`);
  expect(stdout.trim().split('\n')).toHaveLength(3);
});

test('without a valid key, visitors see what is inside the elements, and the console has one line for each', async ({
  page,
}) => {
  await folkmoot(titled(guide, 'Change the origins, show the key, revoke it'));
  await status().toBe(401);
  const { lines } = await open(page, code('ideas.html'));
  await state(page, 'ideas').toBe('failed');
  await state(page, 'events').toBe('failed');
  await expect(page.getByRole('link', { name: 'All ideas' })).toBeVisible();
  expect(lines.filter((line) => line.startsWith('folkmoot-'))).toHaveLength(2);
});
