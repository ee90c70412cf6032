import type { Page } from '@playwright/test';
import { expect, fixtureSite, hydrated, misplacedSite, open, test } from '../support/test';

const target = '/markdown-page';

/** Finds the scripts that only the target page needs, by opening it in another tab. */
async function scriptsOfTarget(page: Page): Promise<RegExp> {
  const other = await page.context().newPage();
  const scriptsOf = async (url: string) => {
    const names: string[] = [];
    const note = (request: { url: () => string }) => names.push(new URL(request.url()).pathname);
    other.on('request', note);
    await open(other, url);
    other.off('request', note);
    return names.filter((name) => name.endsWith('.js'));
  };
  await saveData(other);
  const common = await scriptsOf('/blog/tags');
  const own = (await scriptsOf(target)).filter((name) => !common.includes(name));
  await other.close();
  expect(own.length).toBeGreaterThan(0);
  return new RegExp(own.map((name) => name.replaceAll('.', '\\.')).join('|'));
}

/** Navigates to a page whose script is not loaded, like the browser's back and forward buttons. */
async function follow(page: Page, url: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, url);
}

async function saveData(page: Page): Promise<void> {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { effectiveType: '4g', saveData: true } }),
  );
}

test('a progress bar appears after 200 ms of loading, not before', async ({ page }) => {
  const scripts = await scriptsOfTarget(page);
  await saveData(page);
  await open(page, '/blog/tags');
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(scripts, async (route) => {
    await released;
    await route.continue();
  });
  const started = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const start = performance.now();
        new MutationObserver((_, observer) => {
          if (document.getElementById('nprogress')) {
            observer.disconnect();
            resolve(performance.now() - start);
          }
        }).observe(document.documentElement, { childList: true, subtree: true });
      }),
  );
  await follow(page, target);
  expect(await started).toBeGreaterThanOrEqual(195);
  const bar = page.locator('#nprogress .bar');
  const position = () =>
    bar.evaluate((element) =>
      Number.parseFloat(/-?[\d.]+/.exec(element.style.transform.replace('translate3d', ''))?.[0] ?? ''),
    );
  const first = await position();
  expect(first).toBeLessThanOrEqual(-80);
  await expect.poll(position).toBeGreaterThan(first);
  const spinner = await page.locator('#nprogress').evaluate((element) => {
    const { width, left, top, position, animationIterationCount } = getComputedStyle(element, '::after');
    return { width, left, top, position, animationIterationCount };
  });
  expect(spinner).toEqual({
    width: '51px',
    left: '694.5px',
    top: '360px',
    position: 'fixed',
    animationIterationCount: 'infinite',
  });
  release();
  await expect(page.locator('h1')).toHaveText('Markdown page example');
  await expect(page.locator('#nprogress')).toHaveCount(0);
});

test('the progress bar starts at 8 %, animates in 200 ms and advances every 800 ms by at most 2 %', async ({
  page,
}) => {
  const scripts = await scriptsOfTarget(page);
  await saveData(page);
  await open(page, '/blog/tags');
  await page.route(scripts, () => undefined);
  const steps = page.evaluate(
    () =>
      new Promise<{ at: number; style: string }[]>((resolve) => {
        const seen: { at: number; style: string }[] = [];
        new MutationObserver((_, observer) => {
          const style = document.querySelector('#nprogress .bar')?.getAttribute('style') ?? '';
          if (style === '' || style === seen.at(-1)?.style) return;
          seen.push({ at: performance.now(), style });
          if (seen.length < 5) return;
          observer.disconnect();
          resolve(seen);
        }).observe(document.documentElement, { subtree: true, childList: true, attributes: true });
      }),
  );
  await follow(page, target);
  const [first, ...later] = (await steps)
    .filter(({ style }) => style.includes('200ms'))
    .map(({ at, style }) => ({ at, done: 100 + Number(/translate3d\((-[\d.]+)%/.exec(style)?.[1]) }));
  expect(first?.done).toBeCloseTo(8);
  let before = first;
  for (const step of later) {
    expect(step.done - (before?.done ?? 0)).toBeLessThanOrEqual(2.001);
    expect(step.at - (before?.at ?? 0)).toBeGreaterThan(700);
    before = step;
  }
  expect(later.length).toBeGreaterThan(0);
});

test('a prefetched page opens without a progress bar', async ({ page }) => {
  await open(page, '/blog/tags');
  await page.evaluate(() => {
    new MutationObserver(() => {
      if (document.getElementById('nprogress')) {
        document.documentElement.dataset.barSeen = 'true';
      }
    }).observe(document.documentElement, { childList: true, subtree: true });
  });
  await page.waitForLoadState('networkidle');
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'API', exact: true })
    .click();
  await expect(page).toHaveURL('/api');
  await expect(page.locator('html')).not.toHaveAttribute('data-bar-seen', 'true');
});

test.describe('when a page fails to load', () => {
  test.use({ expectedMessages: /chunk|Failed to load resource/i });

  test('navigation logs a warning and reloads the page', async ({ page, messages }) => {
    const scripts = await scriptsOfTarget(page);
    await saveData(page);
    await open(page, '/blog/tags');
    let failures = 0;
    await page.route(scripts, (route) => {
      failures += 1;
      return failures > 1 ? route.continue() : route.abort();
    });
    const reloaded = page.waitForEvent('load');
    await follow(page, target);
    await reloaded;
    await hydrated(page);
    await expect(page.locator('h1')).toHaveText('Markdown page example');
    expect(messages.some((line) => /ChunkLoadError|Loading chunk/.test(line))).toBe(true);
  });

  test('the first page stays readable and shows the error with a Retry button', async ({ page }) => {
    const scripts = await scriptsOfTarget(page);
    await page.route(scripts, (route) => route.abort(), { times: 1 });
    await page.goto(target);
    const failure = page.getByRole('alert').filter({ hasText: 'ChunkLoadError' });
    await expect(failure).toContainText(/Loading chunk/);
    await expect(page.locator('h1')).toHaveText('Markdown page example');
    await failure.getByRole('button', { name: 'Retry' }).click();
    await hydrated(page);
    await expect(failure).toHaveCount(0);
  });

  test('a component loaded on demand shows a spinner, then the error with a Retry button', async ({
    page,
  }) => {
    await open(page, `${fixtureSite}/late`);
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(
      '**/*.js',
      async (route) => {
        await released;
        await route.abort();
      },
      { times: 1 },
    );
    await page.getByRole('button', { name: 'Load' }).click();
    await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible();
    release();
    const failure = page.getByRole('alert').filter({ hasText: 'ChunkLoadError' });
    await expect(failure).toContainText(/Loading chunk/);
    await failure.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByText('Loaded')).toBeVisible();
  });
});

test.describe('pages that links point to are prefetched', () => {
  const count = async (page: Page, connection: object) => {
    await page.addInitScript(
      (value) => Object.defineProperty(navigator, 'connection', { value }),
      connection,
    );
    await open(page, '/');
    await page.waitForLoadState('networkidle');
    return page.locator('link[rel=prefetch]').count();
  };

  test('on a fast connection', async ({ page }) => {
    await open(page, '/');
    await expect.poll(() => page.locator('link[rel=prefetch]').count()).toBeGreaterThan(2);
  });

  test('those of texts, not of menus, and few at once', async ({ page }) => {
    await open(page, '/guides/start-first-request');
    const hinted = () =>
      page
        .locator('link[rel=prefetch]')
        .evaluateAll((links) => new Set(links.map((link) => link.getAttribute('href'))).size);
    // The hints come when the browser is idle, which a busy machine is late.
    await expect.poll(hinted).toBeGreaterThan(2);
    await page.waitForLoadState('networkidle');
    // Three pages; the menu leads to forty.
    expect(await hinted()).toBeLessThanOrEqual(16);
  });
  test('not on 2g', async ({ page }) => {
    expect(await count(page, { effectiveType: 'slow-2g' })).toBe(0);
  });
  test('not with data saver on', async ({ page }) => {
    expect(await count(page, { effectiveType: '4g', saveData: true })).toBe(0);
  });
});

test.describe('under a URL that the site was not built for', () => {
  test.use({ expectedMessages: /Failed to load resource|MIME type|SyntaxError|Unexpected token/ });

  test('the home page shows a warning about the base URL', async ({ page }) => {
    await page.goto(misplacedSite);
    await expect(page.getByText(/did not load properly/)).toBeVisible();
    await expect(page.getByText(/baseUrl/).first()).toBeVisible();
  });
});
