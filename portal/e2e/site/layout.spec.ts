import type { Page } from '@playwright/test';
import { expect, open, test } from '../support/test';

test('page titles end with the site name after a vertical bar', async ({ page }) => {
  await open(page, '/');
  await expect(page).toHaveTitle('Development Portal');
  await open(page, '/guides/start-deployment');
  await expect(page).toHaveTitle('Deployment | Development Portal');
  await expect(page.locator('html')).toHaveAttribute('lang', /^en/);
  await expect(page.locator('meta[name=robots]')).toHaveCount(0);
});

test('the first Tab focuses a link that skips to the content', async ({ page }) => {
  await open(page, '/guides/use-lists');
  await page.keyboard.press('Tab');
  const skip = page.getByText('Skip to main content');
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  const focused = await page.evaluate(() => document.activeElement?.contains(document.querySelector('h1')));
  expect(focused).toBe(true);
});

test('the navbar links to guides, API and source, and highlights the current section', async ({ page }) => {
  await open(page, '/guides/use-lists');
  const navbar = page.getByRole('navigation', { name: 'Main' });
  await expect(navbar.getByRole('link', { name: 'Guides', exact: true })).toHaveClass(/navbar__link--active/);
  await navbar.getByRole('link', { name: 'API', exact: true }).click();
  await expect(page).toHaveURL('/api');
  await expect(navbar.getByRole('link', { name: 'API', exact: true })).toHaveClass(/navbar__link--active/);
  await expect(navbar.getByRole('link', { name: 'Guides', exact: true })).not.toHaveClass(
    /navbar__link--active/,
  );
  await expect(navbar.getByRole('link', { name: /Source code/ })).toHaveAttribute('href', /^https:/);
});

test('no entry of the navbar is active on the landing page, and one in the phone menu of a guide', async ({
  page,
}) => {
  await open(page, '/');
  await expect(page.locator('.navbar .navbar__link--active')).toHaveCount(0);
  await page.setViewportSize({ width: 390, height: 844 });
  for (const [url, active] of [
    ['/api', 'API'],
    ['/guides/use-lists', 'Guides'],
  ] as const) {
    await open(page, url);
    await page.getByRole('button', { name: 'Toggle navigation bar' }).click();
    const back = page.getByRole('button', { name: /Back to main menu/ });
    if (url.startsWith('/guides')) await back.click();
    const menu = page.locator('.navbar-sidebar__item').first();
    await expect(menu.locator('.menu__link--active')).toHaveText([active]);
  }
});

test('the versions are a list with the current one and the changes of the API', async ({ page }) => {
  await open(page, '/');
  const navbar = page.getByRole('navigation', { name: 'Main' });
  const versions = navbar.getByRole('button', { name: 'Version 2' });
  await expect(versions).not.toHaveAttribute('href', '/');
  await versions.focus();
  await page.keyboard.press('Enter');
  await expect(versions).toHaveAttribute('aria-expanded', 'true');
  await expect(navbar.getByRole('link', { name: 'Version 2 (current)' })).toHaveAttribute('href', '/api');
  await expect(navbar.getByRole('link', { name: 'API changes' })).toHaveAttribute('href', '/api/changes');
  await expect(navbar.getByRole('button', { name: /English/ })).toBeVisible();
});

test('the drawing of the landing page fits beside or below its text', async ({ page }) => {
  for (const width of [390, 768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await open(page, '/');
    const [hero, drawing] = await page
      .locator('main header')
      .first()
      .evaluate((header) =>
        [header, header.querySelector(':scope > svg')].map((one) => one?.getBoundingClientRect().toJSON()),
      );
    expect(drawing.right, `at ${width} px`).toBeCloseTo(hero.right, 0);
    expect(drawing.bottom).toBeLessThanOrEqual(hero.bottom);
  }
});

test('the landing page has the sidebar of the guides', async ({ page }) => {
  await open(page, '/');
  const sidebar = page.locator('.theme-doc-sidebar-container');
  await expect(sidebar.getByRole('link', { name: 'Welcome' })).toHaveAttribute('aria-current', 'page');
  await expect(sidebar.getByRole('link', { name: 'Deployment' })).toBeVisible();
});

test('the navbar has guides and API on the left and the external source link on the right', async ({
  page,
}) => {
  await open(page, '/');
  const navbar = page.getByRole('navigation', { name: 'Main' });
  const left = async (name: string | RegExp) =>
    (await navbar.getByRole('link', { name, exact: typeof name === 'string' }).boundingBox())?.x ?? 0;
  expect(await left('Guides')).toBeLessThan(await left('API'));
  expect(await left('API')).toBeLessThan(500);
  expect(await left(/Source code/)).toBeGreaterThan(900);
  await expect(navbar.getByRole('link', { name: /Source code/ })).toHaveAttribute('target', '_blank');
});

test('the footer has two groups of links separated by middle dots, and the copyright', async ({ page }) => {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await open(page, '/');
    const groups = page.locator('.theme-layout-footer-column');
    await expect(groups).toHaveText([
      /^InfoFolkmoot·Blog·Development portal$/,
      /^CommunityDiscussion forum·Mastodon$/,
    ]);
    for (const dot of await page.locator('.footer__link-separator').all()) {
      await expect(dot).toBeVisible();
    }
    await expect(page.getByRole('contentinfo')).toContainText('Copyright © 2025 Folkmoot');
  }
});

test('the table of contents has headings of levels 2 and 3 only', async ({ page }) => {
  await open(page, '/guides/reference-component-library');
  const shown = await page
    .locator('.table-of-contents a')
    .evaluateAll((links) =>
      links.map(
        (link) => document.querySelector(decodeURIComponent((link as HTMLAnchorElement).hash))?.tagName,
      ),
    );
  expect(shown.length).toBeGreaterThan(5);
  expect(new Set(shown.filter((tag) => !['H2', 'H3'].includes(tag ?? '')))).toEqual(new Set());
});

test('collapsing a sidebar category leaves the others open', async ({ page }) => {
  await open(page, '/guides/use-lists');
  const categories = page.locator(
    '.theme-doc-sidebar-item-category-level-1 > .menu__list-item-collapsible > [aria-expanded]',
  );
  await expect(categories).toHaveCount(3);
  await categories.nth(0).click();
  await expect(categories.nth(0)).toHaveAttribute('aria-expanded', 'false');
  await categories.nth(0).click();
  for (const category of await categories.all()) {
    await expect(category).toHaveAttribute('aria-expanded', 'true');
  }
});

test('a taller category takes longer to collapse', async ({ page }) => {
  await open(page, '/guides/use-lists');
  const durations: number[] = [];
  for (const category of await page.locator('.theme-doc-sidebar-item-category-level-1').all()) {
    // The style has the duration only while the list collapses; the event has it afterwards too.
    const duration = category.locator('> ul').evaluate(
      (list: HTMLElement) =>
        new Promise<number>((resolve) => {
          list.addEventListener('transitionend', (event) => {
            if (event.target === list && event.propertyName === 'height') {
              resolve(event.elapsedTime);
            }
          });
        }),
    );
    await category.locator('> .menu__list-item-collapsible > [aria-expanded]').click();
    durations.push(await duration);
  }
  expect(durations[0]).toBeGreaterThan(durations[1] ?? 0);
  expect(durations[1]).toBeGreaterThan(0.1);
});

test('the navbar hides on scrolling down and reappears on scrolling up and at the top', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 700 });
  await open(page, '/guides/reference-problems');
  const navbar = page.locator('.navbar');
  await page.mouse.move(700, 400);
  await scroll(page, 300, 3);
  await expect(navbar).not.toBeInViewport();
  await page.mouse.wheel(0, -100);
  await expect(navbar).toBeInViewport();
  await scroll(page, 300, 3);
  await expect(navbar).not.toBeInViewport();
  await page.evaluate(() => scrollTo(0, 0));
  await expect(navbar).toBeInViewport();
});

test('the layout switches to mobile at 996 px', async ({ page }) => {
  await page.setViewportSize({ width: 997, height: 900 });
  await open(page, '/guides/use-lists');
  const toggle = page.getByRole('button', { name: 'Toggle navigation bar' });
  await expect(toggle).toBeHidden();
  await expect(page.locator('.theme-doc-sidebar-container')).toBeVisible();
  await page.setViewportSize({ width: 996, height: 900 });
  await expect(toggle).toBeVisible();
  await expect(page.locator('.theme-doc-sidebar-container')).toBeHidden();
});

test('the mobile menu closes at desktop width and on browser back', async ({ page }) => {
  await page.setViewportSize({ width: 500, height: 900 });
  await open(page, '/');
  const sidebar = page.locator('.navbar-sidebar');
  const toggle = page.getByRole('button', { name: 'Toggle navigation bar' });
  await toggle.click();
  await expect(sidebar).toBeInViewport();
  await page.setViewportSize({ width: 1200, height: 900 });
  await expect(page.locator('.navbar-sidebar--show')).toHaveCount(0);

  await page.setViewportSize({ width: 500, height: 900 });
  await page.getByRole('link', { name: 'Make your first request' }).last().click();
  await expect(page).toHaveURL('/guides/start-first-request');
  await toggle.click();
  await expect(sidebar).toBeInViewport();
  await page.goBack();
  await expect(page.locator('.navbar-sidebar--show')).toHaveCount(0);
  await expect(page).toHaveURL('/guides/start-first-request');
});

/** Scrolls with the mouse wheel in several steps. */
async function scroll(page: Page, distance: number, steps: number): Promise<void> {
  for (let step = 0; step < steps; step += 1) {
    const before = await page.evaluate(() => scrollY);
    await page.mouse.wheel(0, distance);
    await expect.poll(() => page.evaluate(() => scrollY)).not.toBe(before);
  }
}
