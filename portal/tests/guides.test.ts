import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { portal } from '../e2e/support/build';
import { blocksOf, guides } from '../e2e/support/guides';
import { guideMap } from '../guideMap';
import sidebars from '../sidebars';
import { compile } from '../src/reference/document/compile';
import { isMeant } from '../src/reference/document/guides';

test('every guide has a short description of its own', () => {
  const descriptions = guides.map((guide) => {
    const text = readFileSync(path.join(portal, 'docs', `${guide}.mdx`), 'utf8');
    return { guide, description: /^description: "?(.*?)"?$/m.exec(text)?.[1] ?? '' };
  });
  for (const { guide, description } of descriptions) {
    expect(description, guide).not.toBe('');
    expect(description.length, guide).toBeLessThanOrEqual(160);
  }
  expect(new Set(descriptions.map(({ description }) => description)).size).toBe(guides.length);
});

test('programs that read complete lists do not count pages', () => {
  // Page numbers repeat or miss records while others write; the guide about lists explains them.
  for (const guide of guides.filter((guide) => guide !== 'guides/use-lists')) {
    for (const { code } of blocksOf(guide)) expect(code, guide).not.toMatch(/page_number/);
  }
});

const openApi = JSON.parse(readFileSync(path.join(portal, '../openapi.json'), 'utf8'));
const operations = compile(openApi, '', (code) => code).groups.flatMap((group) => group.operations);

test('every operation has a guide, and the map names only operations and parameters that exist', () => {
  const wanted = guideMap.flatMap(({ operations: names = [] }) => names);
  const without = operations.filter((operation) => !wanted.some((name) => isMeant(operation, name)));
  expect(without.map(({ method, path: url }) => `${method} ${url}`)).toEqual([]);
  const unknown = wanted.filter(
    (name) => name !== 'webhooks' && !operations.some((operation) => isMeant(operation, name)),
  );
  expect(unknown).toEqual([]);
  const known = new Set(
    operations
      .flatMap(({ parameters }) => parameters.flatMap((group) => group.parameters))
      .map(({ name }) => name),
  );
  expect(guideMap.flatMap(({ parameters = [] }) => parameters).filter((name) => !known.has(name))).toEqual(
    [],
  );
});

test('every guide under "Use the API" is reached from an operation', () => {
  const reached = new Set(
    guideMap.filter((guide) => guide.operations).map(({ to }) => to.replace(/#.*/, '').slice(1)),
  );
  expect(guidesUnder('Use the API').filter((guide) => !reached.has(guide))).toEqual([]);
});

/** The ids of the guides in a category of the sidebar, including its subcategories. */
function guidesUnder(label: string): string[] {
  type Item = string | { type?: string; id?: string; label?: string; items?: Item[] };
  const all = sidebars.guides as Item[];
  const idsOf = (item: Item): string[] =>
    typeof item === 'string' ? [item] : item.id ? [item.id] : (item.items ?? []).flatMap(idsOf);
  const category = all.find((item) => typeof item !== 'string' && item.label === label);
  return category ? idsOf(category) : [];
}
