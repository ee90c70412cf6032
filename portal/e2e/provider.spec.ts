import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { type CheerioAPI, load } from 'cheerio';
import type { Provider } from '../provider';
import { buildSite, portal } from './support/build';
import { serveSite } from './support/server';
import { expect, open, test } from './support/test';

test.describe.configure({ mode: 'default' });

const other: Provider = {
  name: 'Town of Zwenebeke',
  product: 'Agora',
  productSlug: 'agora',
  tagline: 'Build with what the town says.',
  siteUrl: 'https://developers.zwenebeke.example',
  apiUrl: 'https://speaks.zwenebeke.example',
  copyrightYear: 2025,
  links: {
    repository: 'https://code.zwenebeke.example/agora',
    company: 'https://www.zwenebeke.example',
    forum: 'https://forum.zwenebeke.example',
    social: 'https://social.zwenebeke.example/@town',
  },
  socialNetwork: 'Townsquare',
  logo: { light: 'img/town.svg', dark: 'img/town.svg', icon: 'img/town.svg' },
  colours: {
    light: { primary: '#7a1f5c', accent: '#2d7fe3' },
    dark: { primary: '#f0a8d4', accent: '#8ab4f8' },
  },
  tryIt: false,
};

let directory: string;
let server: Server;
let site: string;

/** Builds the portal with another `provider.ts`. */
test.beforeAll(async () => {
  test.setTimeout(400_000);
  directory = mkdtempSync(path.join(portal, 'other-provider-'));
  for (const name of readdirSync(portal)) {
    const isOwn = !/^(?:node_modules|build|e2e|tests|measure|test-results|\..*|other-provider-.*)$/.test(
      name,
    );
    if (isOwn) cpSync(path.join(portal, name), path.join(directory, name), { recursive: true });
  }
  symlinkSync(path.join(portal, 'node_modules'), path.join(directory, 'node_modules'));
  const [types] = readFileSync(path.join(portal, 'provider.ts'), 'utf8').split('export const provider');
  writeFileSync(
    path.join(directory, 'provider.ts'),
    `${types}export const provider: Provider = ${JSON.stringify(other)};\n`,
  );
  const picture = readFileSync(path.join(portal, 'static/img/icon.svg'));
  writeFileSync(path.join(directory, 'static/img/town.svg'), picture);
  const { code, output } = await buildSite(directory, path.join(directory, 'build'), {
    FOLKMOOT_OPENAPI: path.join(portal, '../openapi.json'),
  });
  expect(code, output).toBe(0);
  server = await serveSite(path.join(directory, 'build'), 0);
  site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

test.afterAll(() => {
  server?.closeAllConnections();
  server?.close();
  rmSync(directory, { recursive: true });
});

const read = (file: string): CheerioAPI => load(readFileSync(path.join(directory, 'build', file), 'utf8'));

/** The HTML files of the build. */
const pages = () =>
  readdirSync(path.join(directory, 'build'), { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('index.html'),
  );

test('every page has the names, links and images of the other provider', () => {
  expect(pages().length).toBeGreaterThan(20);
  expect(pages()).toContain('guides/intro-agora/index.html');
  for (const file of pages()) {
    const page = read(file);
    expect(page('.navbar__title').first().text(), file).toBe(other.name);
    expect(page('.navbar__logo img').first().attr('src'), file).toBe('/img/town.svg');
    expect(page('footer').text(), file).toContain(`Copyright © 2025 ${other.name}`);
    const links = page('footer a, .navbar a')
      .toArray()
      .map((element) => element.attribs.href);
    expect(links, file).toEqual(expect.arrayContaining(Object.values(other.links)));
    expect(page('.theme-announcement-bar').length, file).toBe(0);
    // The executable is always called folkmoot, also in the code of guides.
    page('pre').remove();
    expect(page.text(), file).not.toContain('Folkmoot');
  }
});

test('canonical, preview, sitemap and sample URLs are those of the other provider', () => {
  for (const file of pages()) {
    const page = read(file);
    const head = ['link[rel=canonical]', 'meta[property="og:image"]', 'meta[property="og:url"]'];
    for (const selector of head) {
      const url = page(selector).attr('href') ?? page(selector).attr('content');
      expect(url, `${selector} of ${file}`).toMatch(/^https:\/\/developers\.zwenebeke\.example\//);
    }
  }
  const sitemap = readFileSync(path.join(directory, 'build/sitemap.xml'), 'utf8');
  expect(sitemap).not.toContain('folkmoot.example');
  expect(sitemap).toContain(`${other.siteUrl}/guides/intro-agora`);
  expect(read('api/index.html')('pre').first().text()).toContain(other.apiUrl);
  expect(read('index.html')('pre').first().text()).toContain(other.apiUrl);
});

test('both colour modes use the colours of the other provider', async ({ page }) => {
  for (const mode of ['light', 'dark'] as const) {
    await page.addInitScript((theme) => localStorage.setItem('theme', theme), mode);
    await open(page, `${site}/`);
    const primary = await page.evaluate(() =>
      getComputedStyle(document.documentElement).getPropertyValue('--ifm-color-primary').trim(),
    );
    expect(primary).toBe(other.colours[mode].primary);
  }
});

test('with tryIt off, the reference has no Try it buttons', async ({ page }) => {
  expect(readFileSync(path.join(directory, 'build/api/index.html'), 'utf8')).not.toContain('data-try-it');
  await open(page, `${site}/api#listIdeas`);
  await expect(page.locator('[data-section=listIdeas]').getByRole('button')).not.toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Try it' })).toHaveCount(0);
});
