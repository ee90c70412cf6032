import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type CheerioAPI, load } from 'cheerio';
import { defaults, type Provider } from '../provider';
import { encode } from '../src/provider/encodings';
import type { Manifest } from '../src/provider/fill';
import { build } from './support/build';
import { binary, type Platform, startPlatform } from './support/platform';
import { distinctPages } from './support/sitemap';
import { expect, hydrated, nothingPublished, open, test } from './support/test';

test.describe.configure({ mode: 'default' });

const other: Provider = {
  name: `Town of "Zwenebeke" & 'Sons`,
  product: 'Agora = «Ágora»',
  tagline: 'Build with what the town says &amp; does.',
  portalUrl: 'https://developers.zwenebeke.example',
  apiUrl: 'https://speaks.zwenebeke.example',
  repositoryUrl: 'https://code.zwenebeke.example/agora?a=1&copy=2',
  companyUrl: 'https://www.zwenebeke.example',
  forumUrl: 'https://forum.zwenebeke.example',
  socialUrl: 'https://social.zwenebeke.example/@town',
  socialNetwork: 'Townsquare',
  logo: '/provider/logo.svg',
  logoDark: '/provider/logo-dark.svg',
  icon: '/provider/icon.svg',
  primaryColour: '#7a1f5c',
  primaryColourDark: '#f0a8d4',
  accentColour: '#2d7fe3',
  accentColourDark: '#8ab4f8',
  announcement: 'Closed on Monday &#38; <a href="/blog">Tuesday</a>.',
  announcementId: 'closed "monday"',
  copyrightYear: '2031',
  tryIt: 'on',
  operatorGuides: 'on',
};

/** A provider that has as little as possible. */
const bare: Provider = {
  ...other,
  announcement: '',
  companyUrl: 'about:invalid',
  forumUrl: 'about:invalid',
  socialUrl: 'about:invalid',
  repositoryUrl: 'about:invalid',
  tryIt: 'off',
  operatorGuides: 'off',
};

const image = path.join(build, 'img/icon.svg');

/** The settings of the server for a provider. */
function settingsOf(values: Provider): string[] {
  const link = (url: string) => (url === 'about:invalid' ? 'off' : url);
  const settings = {
    'public-url': values.apiUrl,
    'portal-url': values.portalUrl,
    'provider-name': values.name,
    'provider-product': values.product,
    'provider-tagline': values.tagline,
    'provider-repository-url': link(values.repositoryUrl),
    'provider-company-url': link(values.companyUrl),
    'provider-forum-url': link(values.forumUrl),
    'provider-social-url': link(values.socialUrl),
    'provider-social-network': values.socialNetwork,
    'provider-logo': image,
    'provider-logo-dark': image,
    'provider-icon': image,
    'provider-primary-colour': values.primaryColour,
    'provider-primary-colour-dark': values.primaryColourDark,
    'provider-accent-colour': values.accentColour,
    'provider-accent-colour-dark': values.accentColourDark,
    'provider-announcement': values.announcement && 'Closed on Monday & [Tuesday](/blog).',
    'provider-announcement-id': values.announcementId,
    'provider-copyright-year': values.copyrightYear,
    'provider-try-it': values.tryIt,
    'provider-hide-operator-guides': values.operatorGuides === 'off' ? 'on' : 'off',
  };
  return Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value || 'off']);
}

/** The portal of a provider, served by the product's server on an empty platform. */
async function serveAs(values: Provider): Promise<Platform> {
  const data = mkdtempSync(path.join(tmpdir(), 'other-provider-'));
  const client = { client_id: '', client_secret: '' };
  return startPlatform({ data, client, site: build, settings: settingsOf(values) });
}

let platform: Platform;
let barePlatform: Platform;
/** The portal of the other provider as static files. */
let directory: string;

test.beforeAll(async () => {
  platform = await serveAs(other);
  barePlatform = await serveAs(bare);
  directory = mkdtempSync(path.join(tmpdir(), 'other-provider-'));
  execFileSync(binary, ['portal', '--out', directory, '--portal', build, ...settingsOf(other)]);
});

test.afterAll(async () => {
  for (const { stop } of [platform, barePlatform]) await stop();
  for (const path of [directory, platform.data, barePlatform.data]) rmSync(path, { recursive: true });
});

const read = (file: string): CheerioAPI => load(readFileSync(path.join(directory, file), 'utf8'));

const filesOf = (directory: string) => readdirSync(directory, { recursive: true, encoding: 'utf8' });

/** The pages of the build. Examples are pages of other websites. */
const pages = () => filesOf(build).filter((file) => file.endsWith('.html') && !file.startsWith('examples/'));

test('the manifest has the position of every value, in order', () => {
  const manifest = readFileSync(path.join(build, 'provider-values.json'), 'utf8');
  const { files, defaults: values } = JSON.parse(manifest) as Manifest;
  expect(values).toEqual(defaults);
  expect(Object.keys(files)).toEqual(
    expect.arrayContaining(['index.html', 'llms.txt', 'api.md', 'openapi.json']),
  );
  for (const [file, positions] of Object.entries(files)) {
    const content = readFileSync(path.join(build, file));
    const found = positions.map(([offset, length]) => content.subarray(offset, offset + length).toString());
    expect(found, file).toEqual(positions.map(([, , key, encoding]) => encode(defaults[key], encoding)));
    const offsets = positions.map(([offset]) => offset);
    expect(offsets, file).toEqual(offsets.toSorted((one, other) => one - other));
  }
});

/** Texts that only the default provider has, except where the settings are listed with their defaults. */
const traces = [
  'Folkmoot',
  'folkmoot.example',
  'github.com/folkmoot',
  defaults.tagline,
  defaults.primaryColour,
  defaults.primaryColourDark,
  defaults.accentColour,
  defaults.accentColourDark,
];

/** Names in code: the classes, functions and files of the connectors. */
const identifiers =
  /\bFolkmoot(?:(?:Error|Range)\b|(?=(?:<\/span>)?\()|(?=\.p(?:q|bids)\b)|(?=,? (?:\}|InvalidFile|NotFound))|(?=(?:\\n|\n){2}client))/g;

test('no file has a value of the default provider', () => {
  const texts = filesOf(directory).filter((file) => /\.(?:html|md|txt|xml|json|js|css)$/.test(file));
  expect(texts.length).toBeGreaterThan(100);
  for (const file of texts.filter((name) => name !== 'provider-values.json')) {
    const text = readFileSync(path.join(directory, file), 'utf8');
    if (text.includes('FOLKMOOT_PROVIDER_NAME')) continue;
    const prose = text.replaceAll(identifiers, '');
    for (const trace of traces) expect(prose.includes(trace), `${trace} in ${file}`).toBe(false);
  }
});

test('every page has the names, links and images of the other provider', () => {
  expect(pages().length).toBeGreaterThan(20);
  const announcement = load(other.announcement)('body').html();
  for (const file of pages()) {
    const page = read(file);
    expect(page('.navbar__title').first().text(), file).toBe(other.name);
    expect(page('.navbar__logo img').first().attr('src'), file).toBe(other.logo);
    expect(page('link[rel=icon]').attr('href'), file).toBe(other.icon);
    expect(page('meta[name=theme-color]').attr('content'), file).toBe(other.primaryColour);
    expect(page('footer').text(), file).toContain(`Copyright © 2031 ${other.name}`);
    expect(page('.theme-announcement-bar').html(), file).toContain(announcement);
    const links = page('footer a, .navbar a')
      .toArray()
      .map((element) => element.attribs.href);
    const { repositoryUrl, companyUrl, forumUrl, socialUrl } = other;
    expect(links, file).toEqual(expect.arrayContaining([repositoryUrl, companyUrl, forumUrl, socialUrl]));
    expect(JSON.parse(page('#provider-values').text()), file).toEqual(other);
    for (const data of page('script[type="application/ld+json"]').toArray()) JSON.parse(page(data).text());
  }
  expect(read('guides/intro-folkmoot/index.html')('h1').text()).toBe(`About ${other.product}`);
});

test('canonical, preview, sitemap, feed and sample URLs are those of the other provider', () => {
  for (const file of pages().filter((name) => name !== '404.html')) {
    const page = read(file);
    const head = ['link[rel=canonical]', 'meta[property="og:image"]', 'meta[property="og:url"]'];
    for (const selector of head) {
      const url = page(selector).attr('href') ?? page(selector).attr('content');
      expect(url, `${selector} of ${file}`).toMatch(/^https:\/\/developers\.zwenebeke\.example\//);
    }
  }
  const text = (file: string) => readFileSync(path.join(directory, file), 'utf8');
  expect(text('sitemap.xml')).toContain(`<loc>${other.portalUrl}/guides/intro-folkmoot</loc>`);
  expect(text('robots.txt')).toContain(`Sitemap: ${other.portalUrl}/sitemap.xml`);
  expect(text('llms.txt')).toContain(`[About ${other.product}](${other.portalUrl}/guides/intro-folkmoot.md)`);
  expect(load(text('blog/rss.xml'), { xml: true })('channel > title').text()).toBe(`${other.name} blog`);
  expect(JSON.parse(text('blog/feed.json')).title).toBe(`${other.name} blog`);
  expect(JSON.parse(text('openapi.json')).info.title).toBe(`${other.product} API`);
  expect(text('guides/intro-folkmoot.md')).toContain(`# About ${other.product}\n`);
  expect(read('api/index.html')('header code').first().text()).toBe(other.apiUrl);
  expect(read('api/ideas/list/index.html')('pre').first().text()).toContain(other.apiUrl);
  expect(read('index.html')('pre').first().text()).toContain(other.apiUrl);
});

test.describe(() => {
  test.use({ expectedMessages: nothingPublished });

  test('every page hydrates with the values that it has', async ({ page }) => {
    for (const url of distinctPages()) {
      await open(page, platform.address + url);
      await expect(page.locator('.navbar__title').first()).toHaveText(other.name);
    }
  });
});

test('pages have the values of the other provider after navigation', async ({ page }) => {
  await open(page, `${platform.address}/blog`);
  await page.getByRole('link', { name: 'Guides' }).first().click();
  await page
    .getByRole('link', { name: `About ${other.product}` })
    .first()
    .click();
  await expect(page).toHaveTitle(`About ${other.product} | Development Portal`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`About ${other.product}`);
  await expect(page.locator('main')).toContainText(
    `${other.product} runs beside such a platform and is its public API`,
  );
  await expect(page.getByRole('contentinfo')).toContainText(`Copyright © 2031 ${other.name}`);
  await expect(page.locator('.theme-announcement-bar')).toContainText('Closed on Monday & Tuesday.');
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute(
    'href',
    `${other.portalUrl}/guides/intro-folkmoot`,
  );
  await expect(page.locator('meta[property="og:title"]')).toHaveAttribute(
    'content',
    `About ${other.product} | Development Portal`,
  );
  await page.locator('a[href="/guides/start-first-request"].menu__link').click();
  await expect(page.locator('main')).toContainText(`${other.apiUrl}/api/v2`);
  await page.locator('a[href="/guides/start-contributing"].menu__link').click();
  await expect(page.getByRole('link', { name: 'the repository' })).toHaveAttribute(
    'href',
    other.repositoryUrl,
  );
});

test('samples of every language use the API of the other provider after navigation', async ({ page }) => {
  await open(page, `${platform.address}/blog`);
  await page.getByRole('link', { name: 'API', exact: true }).first().click();
  await page.locator('#listIdeas').getByRole('link').click();
  const section = page.locator('[data-section=listIdeas]');
  const languages = section.getByLabel('Language of the samples');
  await expect(languages).toBeVisible();
  for (const language of await languages.locator('option').allTextContents()) {
    await languages.selectOption(language);
    await expect(section.locator('figure:has(select) pre')).toContainText(other.apiUrl);
  }
});

test('both colour modes use the colours of the other provider', async ({ page }) => {
  const primary = { light: other.primaryColour, dark: other.primaryColourDark };
  for (const mode of ['light', 'dark'] as const) {
    await page.addInitScript((theme) => localStorage.setItem('theme', theme), mode);
    await open(page, `${platform.address}/`);
    const shown = await page.evaluate(() =>
      getComputedStyle(document.documentElement).getPropertyValue('--ifm-color-primary').trim(),
    );
    expect(shown).toBe(primary[mode]);
  }
});

test('what a provider does not have is not shown', async ({ page }) => {
  await page.goto(`${barePlatform.address}/guides/start-contributing`, { waitUntil: 'commit' });
  await expect(page.getByRole('contentinfo')).toBeVisible();
  await expect(page.locator('.theme-announcement-bar')).toBeHidden();
  await hydrated(page);
  await expect(page.locator('.theme-announcement-bar')).toBeHidden();
  await expect(page.getByText('Community')).toBeHidden();
  await expect(page.getByRole('link', { name: 'Source code' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Edit this page' })).toHaveCount(0);
  await expect(page.locator('.footer__link-separator:visible')).toHaveCount(1);
  await expect(page.getByText('in the forum')).toBeVisible();
});

test('with tryIt off, the reference has no Try it buttons', async ({ page }) => {
  await open(page, `${barePlatform.address}/api/ideas/list`);
  await expect(page.locator('[data-section=listIdeas]').getByRole('button')).not.toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Try it' })).toHaveCount(0);
});

test('without a repository, no text contains the value of an omitted link', async ({ request }) => {
  const guides = pages().filter((file) => file.startsWith('guides/'));
  for (const file of guides) {
    const url = `${barePlatform.address}/${path.dirname(file)}`;
    const shown = load(await (await request.get(url)).text())('main').text();
    expect(shown, file).not.toContain('about:invalid');
    expect(await (await request.get(`${url}.md`)).text(), file).not.toContain('about:invalid');
  }
});

test('hidden guides of operators are in no menu and no search, and links to them work', async ({ page }) => {
  const search = async (address: string) => {
    await open(page, `${address}/guides/use-lists`);
    await page.keyboard.press('/');
    await page.getByRole('combobox').fill('systemd');
    await expect(page.getByRole('dialog').getByRole('status')).toContainText(/result/i);
    return page.getByRole('group', { name: 'Run a platform' });
  };
  await expect(await search(platform.address)).toBeVisible();
  await expect(await search(barePlatform.address)).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('link', { name: 'Files' }).first()).toBeVisible();
  for (const name of ['Install a release', 'Development environment']) {
    await expect(page.getByRole('link', { name })).toHaveCount(0);
  }
  await open(page, `${barePlatform.address}/guides/start-install`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Install a release');
});
