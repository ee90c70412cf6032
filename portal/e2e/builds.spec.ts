import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { type BuildResult, buildSite, fixture } from './support/build';

test.describe.configure({ mode: 'default' });

/** Builds the fixture in one locale, with additional docs, pages or a navbar item. */
async function buildWith(additions: {
  docs?: Record<string, string>;
  pages?: Record<string, string>;
  item?: object;
}): Promise<BuildResult> {
  const directory = mkdtempSync(path.join(fixture, 'additions-'));
  try {
    const docs = copyWith(path.join(fixture, 'docs'), path.join(directory, 'docs'), additions.docs);
    const pages = copyWith(path.join(fixture, 'src/pages'), path.join(directory, 'pages'), additions.pages, [
      'late.tsx',
    ]);
    return await buildSite(fixture, path.join(directory, 'build'), {
      ONE_LOCALE: 'true',
      FIXTURE_DOCS: docs,
      FIXTURE_PAGES: pages,
      ...(additions.item && { EXTRA_ITEM: JSON.stringify(additions.item) }),
    });
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/** Copies a directory and adds files; files that import from outside the directory are excluded. */
function copyWith(
  from: string,
  to: string,
  files: Record<string, string> = {},
  excluded: string[] = [],
): string {
  cpSync(from, to, { recursive: true, filter: (file) => !excluded.includes(path.basename(file)) });
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(path.join(to, name), text);
  }
  return to;
}

test('a correct site builds without warnings', async () => {
  const { code, output } = await buildWith({});
  expect(code, output).toBe(0);
  expect(output).not.toMatch(/warning/i);
});

test('a broken link fails the build and is reported', async () => {
  const { code, output } = await buildWith({ docs: { 'broken.md': '# Broken\n\n[nowhere](/nowhere)\n' } });
  expect(code).toBe(1);
  expect(output).toContain('Docusaurus found broken links!');
  expect(output).toContain('/nowhere');
});

test('a broken Markdown link causes a warning', async () => {
  const { code, output } = await buildWith({
    docs: { 'broken.md': '# Broken\n\n[nowhere](./nowhere.md)\n' },
  });
  expect(code, output).toBe(0);
  expect(output).toContain('./nowhere.md');
  expect(output).toContain('does not exist');
});

const duplicate = 'export default function Page() {\n  return <p>Also a page</p>;\n}\n';

test('duplicate routes cause a warning', async () => {
  const { code, output } = await buildWith({ pages: { 'page.tsx': duplicate } });
  expect(code, output).toBe(0);
  expect(output).toContain('Duplicate routes found!');
  expect(output).toContain('/page');
});

const items = {
  'a navigation item of an unknown type': {
    item: { type: 'unheard-of', label: 'Unheard of' },
    message: 'unheard-of',
  },
  'an empty sidebar': {
    item: { type: 'docSidebar', sidebarId: 'empty', label: 'Empty' },
    message: /Sidebar with ID "empty" doesn't have anything to be linked to/,
  },
  'an unknown sidebar id': {
    item: { type: 'docSidebar', sidebarId: 'unheard-of', label: 'Unheard of' },
    message: /Can't find any sidebar with id "unheard-of"[\s\S]*Available sidebar ids are:[\s\S]*- guides/,
  },
  'an unknown doc id': {
    item: { type: 'doc', docId: 'unheard-of', label: 'Unheard of' },
    message: /unheard-of[\s\S]*Available doc ids are:[\s\S]*- second/,
  },
};

for (const [name, { item, message }] of Object.entries(items)) {
  test(`${name} fails the build`, async () => {
    const { code, output } = await buildWith({ item });
    expect(code).toBe(1);
    expect(output).toMatch(message);
  });
}
