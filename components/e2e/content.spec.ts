import { ids, longTitle, script } from './records';
import { expect, expectState, test } from './test';

test('ideas have a title, an excerpt, numbers, a date, a status and their project', async ({
  page,
  open,
}) => {
  await open(`<folkmoot-ideas key="KEY" project-id="${ids.budget}"></folkmoot-ideas>`);
  const card = page.getByRole('listitem').first();
  const link = card.getByRole('link', { name: 'Climbing plants along the canal' });
  await expect(link).toHaveAttribute('href', 'https://speaks.zwenebeke.example/ideas/idea-1');
  await expect(link).not.toHaveAttribute('target');
  await expect(card.getByRole('heading', { level: 3 })).toHaveText('Climbing plants along the canal');
  await expect(card).toContainText('The lawn is mown every week. Nobody uses it.');
  await expect(card).toContainText('1,204 likes');
  await expect(card).toContainText('1 comment');
  await expect(card.locator('time')).toHaveText('27 March 2026');
  await expect(card).toContainText('Status: Accepted');
  await expect(card).toContainText('Project: A budget for the quarter');
  // Neither the draft nor the survey response.
  await expect(page.getByRole('listitem')).toHaveCount(3);
});

test('ideas are sorted, searched and limited', async ({ page, open }) => {
  const shown = `project-id="${ids.budget}" key="KEY" limit="1"`;
  await open(
    `<folkmoot-ideas ${shown}></folkmoot-ideas><folkmoot-ideas ${shown} sort="most-liked"></folkmoot-ideas>
     <folkmoot-ideas ${shown} sort="most-commented"></folkmoot-ideas>
     <folkmoot-ideas ${shown} search="bench"></folkmoot-ideas>`,
  );
  await expect(page.getByRole('heading', { level: 3 })).toHaveText([
    'Climbing plants along the canal',
    'Climbing plants along the canal',
    'More bicycle parking',
    'A bench at the school',
  ]);
});

test('projects have an image, a preview or the beginning of their text, and the number of ideas', async ({
  page,
  open,
  site,
}) => {
  await open('<folkmoot-projects key="KEY" heading-level="2" layout="list"></folkmoot-projects>');
  await expect(page.locator('h2').getByText('A budget for the quarter')).toBeVisible();
  const texts = ['Share out 100,000 euro.', 'Text of the project', 'Alleen in het Nederlands', '2 ideas'];
  await expect(page.getByRole('listitem')).toContainText(texts);
  const image = page.getByRole('listitem').first().locator('img');
  await expect(image).toHaveAttribute('src', `${site.origin}/images/1.svg`);
  for (const [name, value] of [
    ['alt', ''],
    ['loading', 'lazy'],
    ['decoding', 'async'],
    ['referrerpolicy', 'no-referrer'],
  ] as const) {
    await expect(image).toHaveAttribute(name, value);
  }
  // The image of the third project is missing.
  await expect(page.locator('img')).toHaveCount(1);
  await expect(page.getByText('A draft')).toHaveCount(0);
});

test('upcoming and past events have a day, a time and a place', async ({ page, open }) => {
  await open(
    `<folkmoot-events key="KEY" time-zone="Europe/Brussels"></folkmoot-events>
     <folkmoot-events key="KEY" when="past"></folkmoot-events><folkmoot-events key="KEY" when="all"></folkmoot-events>`,
  );
  const titles = (number: number) => page.locator('folkmoot-events').nth(number).getByRole('heading');
  await expect(titles(0)).toHaveText(['Walk along the canal', 'Festival of ideas']);
  await expect(titles(1)).toHaveText(['Evening at the town hall']);
  await expect(titles(2)).toHaveText([
    'Festival of ideas',
    'Walk along the canal',
    'Evening at the town hall',
  ]);
  const card = page.getByRole('listitem').first();
  await expect(card.locator('time')).toHaveText(/^Thu,? 1 October 2099, 18:00–19:30$/);
  await expect(card).toContainText('The bridge');
  await expect(card).toContainText('Oct1');
  await expect(card.getByRole('link')).toHaveCount(0);
});

test('one idea is larger', async ({ page, open }) => {
  await open(`<folkmoot-idea key="KEY" idea-id="${ids.idea}"></folkmoot-idea>`);
  await expect(page.getByRole('article').getByRole('link')).toHaveText('Climbing plants along the canal');
  const size = await page
    .getByRole('heading', { level: 3 })
    .evaluate((title) => getComputedStyle(title).fontSize);
  expect(Number.parseFloat(size)).toBeGreaterThanOrEqual(24);
});

test('texts of records are text, and nothing in them runs', async ({ page, open }) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await open(
    `<folkmoot-ideas key="KEY" project-id="${ids.hostile}"></folkmoot-ideas>
     <folkmoot-projects key="KEY"></folkmoot-projects>`,
  );
  await expectState(page, 'loaded');
  const card = page.locator('folkmoot-ideas').getByRole('listitem').first();
  await expect(card.getByRole('heading')).toHaveText(script);
  await expect(card).toContainText('Before after <b>');
  await expect(card).toContainText(`Status: ${script}`);
  await expect(page.locator('folkmoot-projects').getByText(script)).toBeVisible();
  expect(await page.title()).toBe('City');
  expect(requests.filter((url) => /\/x$/.test(url))).toEqual([]);
});

test('a record without a page has no link', async ({ page, open }) => {
  await open(`<folkmoot-ideas key="KEY" project-id="${ids.hostile}"></folkmoot-ideas>`);
  const card = page.getByRole('listitem').filter({ hasText: 'Without a page' });
  await expect(card).toBeVisible();
  await expect(card.getByRole('link')).toHaveCount(0);
});

test('an image that fails leaves a card without one', async ({ page, open }) => {
  await open(`<folkmoot-ideas key="KEY" project-id="${ids.hostile}"></folkmoot-ideas>`);
  await expectState(page, 'loaded');
  await expect(page.locator('img')).toHaveCount(0);
  await expect(page.locator('.media')).toHaveCount(0);
});

test('a title of 10,000 characters has three lines', async ({ page, open }) => {
  await open(`<folkmoot-ideas key="KEY" project-id="${ids.hostile}"></folkmoot-ideas>`);
  const card = page.getByRole('listitem').filter({ hasText: longTitle.slice(0, 100) });
  const lines = await card.getByRole('heading').evaluate((heading) => {
    return heading.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(heading).lineHeight);
  });
  expect(lines).toBeCloseTo(3, 1);
});

test('right-to-left overrides affect their own text only', async ({ page, open }) => {
  await open(`<folkmoot-ideas key="KEY" project-id="${ids.hostile}"></folkmoot-ideas>`);
  const card = page.getByRole('listitem').filter({ hasText: 'esrever title' });
  for (const text of await card.locator('.title, .text, bdi').all()) {
    expect(await text.evaluate((element) => getComputedStyle(element).unicodeBidi)).toBe('isolate');
  }
});

test('no records are a sentence', async ({ page, open }) => {
  await open(
    `<folkmoot-ideas key="KEY" project-id="${ids.quiet}"><p>Loading</p></folkmoot-ideas>
     <folkmoot-events key="KEY" project-id="${ids.quiet}" locale="nl"></folkmoot-events>`,
  );
  await expectState(page, 'empty');
  await expect(page.getByText('There are no ideas to show.')).toBeVisible();
  await expect(page.getByText('Er zijn geen evenementen gepland.')).toHaveAttribute('lang', 'nl');
  await expect(page.getByText('Loading')).toBeHidden();
});
