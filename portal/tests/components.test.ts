import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { portal } from '../e2e/support/build';

const read = (file: string) => readFileSync(path.join(portal, file), 'utf8');

test('the component library shows every component and icon that guides can use', () => {
  const page = read('docs/guides/reference-component-library.mdx');
  const [, registered = ''] = read('src/theme/MDXComponents/index.tsx').split('...MDXComponents,');
  const components = [...registered.matchAll(/^ {2}(\w+),$/gm)].map(([, name]) => name);
  expect(components).toContain('Steps');
  for (const name of components) expect(page, name).toContain(`<${name}`);

  const [, names = ''] = /IconName =([^;]*);/.exec(read('src/components/Icon/index.tsx')) ?? [];
  const icons = [...names.matchAll(/'(\w+)'/g)].map(([, name]) => name);
  expect(icons.length).toBeGreaterThan(5);
  for (const name of icons) expect(page, name).toContain(`<Icon name="${name}" />`);
});
