import { canary, ids } from './records';
import { expect, expectState, test } from './test';

const person = '40000000-0000-4000-8000-000000000001';

/** The text of all documents and shadow trees of a page. */
const shownText = () => {
  const textOf = (root: Document | ShadowRoot): string => {
    const elements = [...root.querySelectorAll('*')];
    const html = root instanceof Document ? root.documentElement.outerHTML : root.innerHTML;
    return [html, ...elements.flatMap(({ shadowRoot }) => (shadowRoot ? textOf(shadowRoot) : []))].join('\n');
  };
  return textOf(document);
};

test('no element, frame or response contains what the public does not see', async ({
  page,
  open,
  platform,
}) => {
  const received: Promise<string>[] = [];
  page.on('response', (response) => {
    if (response.url().startsWith(platform.url)) received.push(response.text().catch(() => ''));
  });
  const kinds = ['projects', 'ideas', 'events'];
  const lists = kinds.map((kind) => `<folkmoot-${kind} key="KEY" limit="24"></folkmoot-${kind}>`).join('');
  await open(
    `${lists}<folkmoot-events key="KEY" when="all"></folkmoot-events><folkmoot-idea key="KEY" idea-id="${ids.idea}"></folkmoot-idea>`,
  );
  await expectState(page, 'loaded');
  const texts = [await page.evaluate(shownText)];
  // An id that somebody knows reveals nothing.
  const hidden = ids.hidden.ideas.map((id) => `<folkmoot-idea key="KEY" idea-id="${id}"></folkmoot-idea>`);
  await open(
    `${hidden.join('')}<folkmoot-projects key="KEY" server="${platform.url}" topic-ids="${ids.idea}"></folkmoot-projects>`,
  );
  for (const element of await page.locator('folkmoot-idea').all()) {
    await expect(element).toHaveAttribute('state', 'failed');
  }
  texts.push(await page.evaluate(shownText));
  await open(
    `<folkmoot-ideas key="KEY" project-id="${ids.hidden.project}"></folkmoot-ideas><folkmoot-events key="KEY" project-id="${ids.hidden.project}"></folkmoot-events>`,
  );
  await expectState(page, 'empty');
  texts.push(await page.evaluate(shownText));
  for (const kind of kinds) {
    await page.goto(`${platform.url}/embed/${kind}?key=${platform.key}&limit=24`);
    await expectState(page, 'loaded');
    texts.push(await page.evaluate(shownText));
  }
  texts.push(...(await Promise.all(received)));
  expect(received.length).toBeGreaterThan(10);
  for (const text of texts) {
    expect(text).not.toContain(canary);
    expect(text).not.toContain(person.slice(0, 13));
  }
});
