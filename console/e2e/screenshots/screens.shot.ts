import { uuid } from '../fake/data';
import { expect, test } from '../test';

/** Takes pictures of every screen for a review by people: `npm run screenshots`. */
const screens: Record<string, string> = {
  overview: '/',
  clients: '/clients?sort=created_at',
  'client-new': '/clients/new',
  client: `/clients/${uuid(2)}`,
  'client-activity': `/clients/${uuid(2)}/activity`,
  'client-history': `/clients/${uuid(2)}/history`,
  'client-record': `/clients/${uuid(2)}/record`,
  'client-key': `/clients/${uuid(9)}`,
  embed: '/embed?show=ideas&accent=%239b2d5e',
  webhooks: '/webhooks',
  'webhook-new': `/webhooks/new?client=${uuid(1)}`,
  webhook: `/webhooks/${uuid(9802)}`,
  usage: '/usage',
  data: '/data',
  import: `/data/imports/${uuid(9002)}`,
  exports: '/exports',
  'export-new': '/exports/new',
  export: `/exports/${uuid(9601)}`,
  audit: '/audit',
  people: '/people',
  settings: '/settings',
  administrators: '/administrators',
};

const only = process.env.SCREENS?.split(',');
const widths = (process.env.WIDTHS ?? '390,768,1440').split(',').map(Number);

for (const [name, path] of Object.entries(screens)) {
  if (only && !only.includes(name)) continue;
  for (const width of widths) {
    for (const theme of ['light', 'dark'] as const) {
      test(`${name} ${width} ${theme}`, async ({ page, open }) => {
        await page.emulateMedia({ colorScheme: theme });
        await page.setViewportSize({ width, height: width < 500 ? 844 : 1000 });
        await open(path);
        await expect(page.locator('.skeleton')).toHaveCount(0);
        if (name === 'people') {
          await page.getByLabel('E-mail address, name or id').fill('amira');
          await page.getByRole('button', { name: 'Find' }).click();
          await expect(page.getByRole('heading', { name: 'Amira Holt' })).toBeVisible();
        }
        await page.screenshot({ path: `screenshots/${name}-${width}-${theme}.png`, fullPage: true });
      });
    }
  }
}
