import type { Page, Request } from '@playwright/test';
import { ids } from './records';
import { expect, expectState, test } from './test';

/** The requests of the API that a page sends. */
function apiRequests(page: Page): Request[] {
  const requests: Request[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/')) requests.push(request);
  });
  return requests;
}

test('requests have the key in their URL, no credentials, and go to the server only', async ({
  page,
  open,
  platform,
  site,
  context,
}) => {
  await context.addCookies([{ name: 'session', value: 'x', url: platform.url }]);
  const requests = apiRequests(page);
  const origins = new Set<string>();
  page.on('request', (request) => origins.add(new URL(request.url()).origin));
  await open('<folkmoot-projects key="KEY"></folkmoot-projects>');
  await expectState(page, 'loaded');
  expect(requests).toHaveLength(1);
  const [request] = requests as [Request];
  expect(request.method()).toBe('GET');
  expect(new URL(request.url()).searchParams.get('key')).toBe(platform.key);
  const headers = await request.allHeaders();
  expect(Object.keys(headers)).not.toContain('authorization');
  expect(Object.keys(headers)).not.toContain('cookie');
  expect([...origins].sort()).toEqual([platform.url, site.origin].sort());
  const stored = () => [document.cookie, localStorage.length, sessionStorage.length];
  expect(await page.evaluate(stored)).toEqual(['session=x', 0, 0]);
});

test('elements with equal requests share one', async ({ page, open }) => {
  const requests = apiRequests(page);
  const ideas = '<folkmoot-ideas key="KEY"></folkmoot-ideas>';
  await open(`${ideas}${ideas}<folkmoot-ideas key="KEY" limit="1" layout="list"></folkmoot-ideas>${ideas}`);
  await expectState(page, 'loaded');
  expect(requests).toHaveLength(2);
});

test('an element that is removed does not cancel the request of another', async ({ page, open }) => {
  await page.route('**/api/v2/ideas?*', async (route) => {
    await page.locator('#first').evaluate((element) => element.remove());
    await route.continue();
  });
  await open(
    '<folkmoot-ideas id="first" key="KEY"></folkmoot-ideas><folkmoot-ideas key="KEY"></folkmoot-ideas>',
  );
  await expect(page.locator('folkmoot-ideas')).toHaveCount(1);
  await expectState(page, 'loaded');
});

test('nothing is requested before an element is in the page, and attributes that change together are one request', async ({
  page,
  open,
  platform,
}) => {
  const requests = apiRequests(page);
  await open('<div id="place"></div>');
  await page.evaluate(async (key) => {
    await customElements.whenDefined('folkmoot-ideas');
    const element = document.createElement('folkmoot-ideas');
    element.setAttribute('key', key);
    await new Promise((resolve) => setTimeout(resolve, 100));
    Object.assign(window, { element });
  }, platform.key);
  expect(requests).toHaveLength(0);
  await page.evaluate((project) => {
    const { element } = window as unknown as { element: HTMLElement };
    document.querySelector('#place')?.append(element);
    element.setAttribute('limit', '2');
    element.setAttribute('sort', 'most-liked');
    element.setAttribute('project-id', project);
  }, ids.budget);
  await expect(page.getByRole('listitem')).toHaveCount(2);
  expect(requests).toHaveLength(1);
});

test('a later request prevails, although an earlier one takes longer', async ({ page, open }) => {
  let finishFirst = () => {};
  const first = new Promise<void>((resolve) => {
    finishFirst = resolve;
  });
  await page.route('**/api/v2/ideas?*search=bench*', async (route) => {
    await first;
    await route.continue().catch(() => {});
  });
  await open(`<folkmoot-ideas key="KEY" project-id="${ids.budget}" search="bench"></folkmoot-ideas>`);
  const element = page.locator('folkmoot-ideas');
  await expect(element).toHaveAttribute('state', 'loading');
  await element.evaluate((each) => each.setAttribute('search', 'bicycle'));
  await expect(page.getByRole('listitem')).toHaveText([/More bicycle parking/]);
  finishFirst();
  await page.waitForTimeout(500);
  await expect(page.getByRole('listitem')).toHaveText([/More bicycle parking/]);
});

test('while an element loads again, it shows the earlier records and is busy', async ({ page, open }) => {
  await open(`<folkmoot-ideas key="KEY" project-id="${ids.budget}">Inside</folkmoot-ideas>`);
  await expectState(page, 'loaded');
  await expect(page.locator('.view')).toHaveAttribute('aria-busy', 'false');
  let finish = () => {};
  const response = new Promise<void>((resolve) => {
    finish = resolve;
  });
  await page.route('**/api/v2/ideas?*', async (route) => {
    await response;
    await route.continue();
  });
  await page.locator('folkmoot-ideas').evaluate((element) => element.setAttribute('limit', '2'));
  await expect(page.locator('.view')).toHaveAttribute('aria-busy', 'true');
  await expect(page.getByRole('listitem')).toHaveCount(3);
  finish();
  await expect(page.getByRole('listitem')).toHaveCount(2);
  await expect(page.locator('.view')).toHaveAttribute('aria-busy', 'false');
});

test('a page learns that an element has loaded', async ({ page, open }) => {
  await page.addInitScript(() => {
    document.addEventListener(
      'folkmoot-load',
      ({ detail, target }: CustomEventInit & { target?: unknown }) => {
        document.documentElement.dataset.loaded = `${(target as Element).localName} ${detail}`;
      },
    );
  });
  await open(`<folkmoot-ideas key="KEY" project-id="${ids.budget}"></folkmoot-ideas>`);
  await expect(page.locator('html')).toHaveAttribute('data-loaded', 'folkmoot-ideas 3');
});

test('the server may be another one, and may have a path', async ({ page, open, platform }) => {
  const paths: string[] = [];
  await page.route('**/prefix/**', (route) => {
    const url = new URL(route.request().url());
    paths.push(url.pathname);
    return route.continue({ url: route.request().url().replace('/prefix/', '/') });
  });
  await open(`<folkmoot-ideas key="KEY" server="${platform.url}/prefix"></folkmoot-ideas>`);
  await expectState(page, 'loaded');
  expect(paths).toEqual(['/prefix/api/v2/ideas']);
});
