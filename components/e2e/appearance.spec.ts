import { expectAccessible, expectNoOverflow } from './accessibility';
import { ids } from './records';
import { expect, expectState, test } from './test';

/** Every element, with ordinary and with hostile records, in both layouts. */
const all = `
  <folkmoot-projects key="KEY"></folkmoot-projects>
  <folkmoot-ideas key="KEY" project-id="${ids.plain}"></folkmoot-ideas>
  <folkmoot-ideas key="KEY" project-id="${ids.hostile}"></folkmoot-ideas>
  <folkmoot-ideas key="KEY" layout="list"></folkmoot-ideas>
  <folkmoot-events key="KEY"></folkmoot-events>
  <folkmoot-events key="KEY" layout="list" when="all"></folkmoot-events>
  <folkmoot-idea key="KEY" idea-id="${ids.idea}"></folkmoot-idea>
  <folkmoot-idea key="KEY" idea-id="20000000-0000-4000-8000-000000000007"></folkmoot-idea>`;
const projects = '<folkmoot-projects key="KEY"></folkmoot-projects>';

for (const { name, styles, options } of [
  { name: 'light', styles: [], options: {} },
  { name: 'dark', styles: ['dark.css'], options: {} },
  { name: 'Arabic', styles: [], options: { lang: 'ar', dir: 'rtl' } },
]) {
  test(`${name}: nothing overflows at any width, and axe finds nothing`, async ({ page, open }) => {
    await open(all, { styles, ...options });
    await expectState(page, 'loaded');
    for (const width of [320, 390, 768, 1280, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await expectNoOverflow(page);
      await expectAccessible(page);
    }
  });
}

test('narrow columns of wide windows do not overflow', async ({ page, open }) => {
  await open(`<div class="narrow">${all}</div>`);
  await expectState(page, 'loaded');
  await expectNoOverflow(page);
});

test('as many columns as have room, up to three', async ({ page, open }) => {
  await open(projects);
  await expectState(page, 'loaded');
  const columns = () =>
    page.getByRole('list').evaluate((list) => getComputedStyle(list).gridTemplateColumns.split(' ').length);
  for (const [width, expected] of [
    [320, 1],
    [390, 1],
    [768, 2],
    [1280, 3],
    [1440, 3],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(columns).toBe(expected);
  }
});

test('dark follows the page, not the browser alone', async ({ page, open }) => {
  const background = () =>
    page
      .getByRole('listitem')
      .first()
      .evaluate((item) => getComputedStyle(item).backgroundColor);
  const [light, dark] = ['rgb(255, 255, 255)', 'rgb(16, 24, 22)'];
  await page.emulateMedia({ colorScheme: 'dark' });
  await open(projects);
  expect(await background()).toBe(light);
  await open(projects, { styles: ['auto.css'] });
  expect(await background()).toBe(dark);
  await page.emulateMedia({ colorScheme: 'light' });
  expect(await background()).toBe(light);
  await open(projects, { styles: ['dark.css'] });
  expect(await background()).toBe(dark);
});

test('five custom properties change colours, font and corners, and texts remain readable', async ({
  page,
  open,
}) => {
  await open(all);
  await expectState(page, 'loaded');
  for (const [accent, text, background] of [
    ['#ffd800', '#111', '#fff'],
    ['#c00', '#fff', '#102040'],
    ['#fff', '#222', '#fafafa'],
  ] as const) {
    await page.evaluate(
      (values) => {
        const properties = ['accent', 'text', 'background', 'font', 'radius'];
        properties.forEach((property, index) => {
          document.documentElement.style.setProperty(`--folkmoot-${property}`, values[index] ?? '');
        });
      },
      [accent, text, background, 'monospace', '0'],
    );
    await expectAccessible(page);
  }
  const item = page.getByRole('listitem').first();
  await expect(item).toHaveCSS('border-radius', '0px');
  await expect(item).toHaveCSS('font-family', 'monospace');
  await expect(item).toHaveCSS('background-color', 'rgb(250, 250, 250)');
});

test('parts can be styled by the page', async ({ page, open }) => {
  await open(`${all}<folkmoot-ideas key="KEY" project-id="${ids.quiet}"></folkmoot-ideas>`);
  const names = ['list', 'item', 'image', 'title', 'text', 'meta', 'empty'];
  for (const name of names) await expect(page.locator(`[part=${name}]`).first()).toBeVisible();
  const used = await page
    .locator('[part]')
    .evaluateAll((parts) => parts.map((part) => part.getAttribute('part')));
  expect([...new Set(used)].sort()).toEqual([...names].sort());
});

test('with forced colours, cards have borders and focus is visible', async ({ page, open }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await open(all);
  await expectState(page, 'loaded');
  await expect(page.locator('.cards > .item').first()).toHaveCSS('border-top-style', 'solid');
  await expect(page.locator('.day').first()).toHaveCSS('border-top-style', 'solid');
  await page.keyboard.press('Tab');
  const outline = () =>
    page
      .getByRole('link')
      .first()
      .evaluate((link) => getComputedStyle(link, '::after').outlineStyle);
  expect(await outline()).toBe('solid');
});

test('nothing moves if the browser asks for less motion', async ({ page, open }) => {
  await page.route('**/api/**', () => {});
  const animations = () =>
    page.locator('folkmoot-projects').evaluate((element) => element.shadowRoot?.getAnimations().length);
  await open(projects);
  await expect(page.locator('.skeleton')).toBeVisible();
  expect(await animations()).toBe(1);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await animations()).toBe(0);
});

test('a printed page has the URLs of links, and no skeletons', async ({ page, open }) => {
  await open(`<folkmoot-ideas key="KEY" project-id="${ids.budget}"></folkmoot-ideas>${projects}`);
  await expectState(page, 'loaded');
  await page.emulateMedia({ media: 'print' });
  const link = page.getByRole('link', { name: 'Climbing plants along the canal' });
  const after = await link.evaluate((element) => {
    const { content, position } = getComputedStyle(element, '::after');
    return { content, position };
  });
  expect(after.content).toContain('https://speaks.zwenebeke.example/ideas/idea-1');
  expect(after.position).toBe('static');
  await expect(page.getByRole('listitem').first()).toHaveCSS('break-inside', 'avoid');

  await page.route('**/api/**', () => {});
  await page.emulateMedia({ media: 'screen' });
  await open(projects);
  await expect(page.locator('.skeleton')).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('.skeleton')).toBeHidden();
});

test('each card is one stop of the keyboard, and the outline of its link surrounds it', async ({
  page,
  open,
}) => {
  await open(`<folkmoot-ideas key="KEY" project-id="${ids.budget}"></folkmoot-ideas>
    <folkmoot-events key="KEY"></folkmoot-events><a href="#end">End</a>`);
  await expectState(page, 'loaded');
  const focused = () =>
    page.evaluate(() => {
      const element = document.activeElement;
      return (element?.shadowRoot?.activeElement ?? element)?.textContent;
    });
  for (const title of [
    'Climbing plants along the canal',
    'More bicycle parking',
    'A bench at the school',
    'End',
  ]) {
    await page.keyboard.press('Tab');
    expect(await focused()).toBe(title);
  }
  await page.keyboard.press('Shift+Tab');
  const [item, link] = [
    page.getByRole('listitem').nth(2),
    page.getByRole('link', { name: 'A bench at the school' }),
  ];
  const after = await link.evaluate((element) => {
    const { outlineWidth, width, height } = getComputedStyle(element, '::after');
    return { outlineWidth, width: Number.parseFloat(width), height: Number.parseFloat(height) };
  });
  const box = await item.boundingBox();
  expect(after.outlineWidth).toBe('3px');
  expect(after.width).toBeCloseTo((box?.width ?? 0) - 2, 0);
  expect(after.height).toBeCloseTo((box?.height ?? 0) - 2, 0);
});

test('the whole card is the link', async ({ page, open }) => {
  await page.route('https://speaks.zwenebeke.example/**', (route) => route.fulfill({ body: 'The idea' }));
  await open(`<folkmoot-ideas key="KEY" project-id="${ids.budget}"></folkmoot-ideas>`);
  const box = await page.getByRole('listitem').first().boundingBox();
  if (!box) throw new Error('the card has no box');
  await page.mouse.click(box.x + 4, box.y + box.height - 4);
  await expect(page).toHaveURL('https://speaks.zwenebeke.example/ideas/idea-1');
});

test('nothing shifts if the page reserves the space', async ({ page, open }) => {
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await open(
    `<div class="reserved">${projects}<folkmoot-ideas key="KEY"><p>Ideas</p></folkmoot-ideas>
     <folkmoot-events key="KEY"></folkmoot-events></div><p>Below</p>`,
  );
  await expectState(page, 'loaded');
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100))));
  const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts);
  expect(shifts.reduce((sum, shift) => sum + shift, 0)).toBeLessThan(0.01);
});

test('while an empty element loads, it has as many grey cards as records', async ({ page, open }) => {
  await page.route('**/api/**', () => {});
  await open(`<folkmoot-projects key="KEY" limit="4"></folkmoot-projects><folkmoot-ideas key="KEY">Inside</folkmoot-ideas>
    <folkmoot-events key="KEY" layout="list"></folkmoot-events><folkmoot-idea key="KEY" idea-id="x"></folkmoot-idea>`);
  await expectState(page, 'loading');
  const counts = ['projects', 'ideas', 'events', 'idea'].map((name) =>
    page.locator(`folkmoot-${name} .skeleton .item`).filter({ visible: true }).count(),
  );
  expect(await Promise.all(counts)).toEqual([4, 0, 6, 1]);
  await expect(page.getByText('Inside')).toBeVisible();
  await expect(page.locator('.view').first()).toHaveAttribute('aria-busy', 'true');
  await expectNoOverflow(page);
  await expectAccessible(page);
});
