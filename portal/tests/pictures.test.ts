import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';

const root = path.join(__dirname, '../..');

test('the README has each picture in both modes, at most 200 kB together', () => {
  const readme = readFileSync(path.join(root, 'README.md'), 'utf8');
  const pictures = [...readme.matchAll(/"(docs\/pictures\/[^"]+)"/g)].map(([, picture = '']) => picture);
  const names = ['portal', 'operation', 'console'].flatMap((name) => [`${name}-dark`, `${name}-light`]);
  expect(pictures).toEqual(names.map((name) => `docs/pictures/${name}.webp`));
  const bytes = pictures.map((picture) => statSync(path.join(root, picture)).size);
  expect(bytes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(200_000);
});
