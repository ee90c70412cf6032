import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { type BuildResult, buildSite, fixture } from './support/build';

test.describe.configure({ mode: 'default', timeout: 120_000 });

/** Builds the fixture in one locale, with files planted among its docs or pages, or an item in its navbar. */
async function buildWith(planted: {
  docs?: Record<string, string>;
  pages?: Record<string, string>;
  item?: object;
}): Promise<BuildResult> {
  const folder = mkdtempSync(path.join(fixture, 'planted-'));
  try {
    const docs = plant(path.join(fixture, 'docs'), path.join(folder, 'docs'), planted.docs);
    const pages = plant(path.join(fixture, 'src/pages'), path.join(folder, 'pages'), planted.pages, [
      'late.tsx',
    ]);
    return await buildSite(fixture, path.join(folder, 'build'), {
      ONE_LOCALE: 'true',
      FIXTURE_DOCS: docs,
      FIXTURE_PAGES: pages,
      ...(planted.item && { PLANTED_ITEM: JSON.stringify(planted.item) }),
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Copies a folder with the planted files added; left out is what imports from beside the folder. */
function plant(from: string, to: string, files: Record<string, string> = {}, left: string[] = []): string {
  cpSync(from, to, { recursive: true, filter: (file) => !left.includes(path.basename(file)) });
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(path.join(to, name), text);
  }
  return to;
}

test('a site without faults is built', async () => {
  const { code, output } = await buildWith({});
  expect(code, output).toBe(0);
  expect(output).not.toMatch(/warning/i);
});

test('a broken link fails the build and is named', async () => {
  const { code, output } = await buildWith({ docs: { 'broken.md': '# Broken\n\n[nowhere](/nowhere)\n' } });
  expect(code).toBe(1);
  expect(output).toContain('Docusaurus found broken links!');
  expect(output).toContain('/nowhere');
});

test('a broken Markdown link only warns', async () => {
  const { code, output } = await buildWith({
    docs: { 'broken.md': '# Broken\n\n[nowhere](./nowhere.md)\n' },
  });
  expect(code, output).toBe(0);
  expect(output).toContain('./nowhere.md');
  expect(output).toContain('leads to no file');
});

const duplicate = 'export default function Page() {\n  return <p>Also a page</p>;\n}\n';

test('duplicate routes only warn', async () => {
  const { code, output } = await buildWith({ pages: { 'page.tsx': duplicate } });
  expect(code, output).toBe(0);
  expect(output).toContain('Duplicate routes found!');
  expect(output).toContain('/page');
});

const items = {
  'a navigation item of an unknown type': {
    item: { type: 'unheard-of', label: 'Unheard of' },
    says: 'unheard-of',
  },
  'a sidebar with nothing to link to': {
    item: { type: 'docSidebar', sidebarId: 'empty', label: 'Empty' },
    says: /Sidebar with ID "empty" doesn't have anything to be linked to/,
  },
  'an unknown sidebar id': {
    item: { type: 'docSidebar', sidebarId: 'unheard-of', label: 'Unheard of' },
    says: /Can't find any sidebar with id "unheard-of"[\s\S]*Available sidebar ids are:[\s\S]*- guides/,
  },
  'an unknown doc id': {
    item: { type: 'doc', docId: 'unheard-of', label: 'Unheard of' },
    says: /unheard-of[\s\S]*Available doc ids are:[\s\S]*- second/,
  },
};

for (const [name, { item, says }] of Object.entries(items)) {
  test(`${name} raises an error`, async () => {
    const { code, output } = await buildWith({ item });
    expect(code).toBe(1);
    expect(output).toMatch(says);
  });
}
