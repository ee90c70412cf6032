import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { portal } from '../e2e/support/build';
import { blocksOf, guides } from '../e2e/support/guides';

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
