import { expect, test } from '@playwright/test';
import { blocksOf, titled } from '../support/guides';
import { type Platform, startPlatform } from '../support/platform';
import { runScript } from '../support/shell';

const post = '../blog/2026-11-21-dates-and-time-zones';

let platform: Platform;

test.beforeAll(async () => {
  platform = await startPlatform();
});

test.afterAll(() => platform.stop());

test('the program for local days prints what the post shows, and the API applies it', async () => {
  const { stdout } = await runScript(`python3 - <<'END'\n${titled(post, 'local_day.py')}\nEND`);
  expect(stdout.trim()).toBe(titled(post, 'Output'));
  const response = await fetch(`${platform.address}/api/v2/ideas?${stdout.trim()}`, {
    headers: { Authorization: `Bearer ${await platform.token()}` },
  });
  expect(response.headers.get('applied-filters')).toBe(
    'created_at=2024-12-30T23:00:00.000Z..2024-12-31T23:00:00.000Z',
  );
});

test('the request and the header of the post are those of the API', async () => {
  const [request, header] = blocksOf(post).filter(({ language }) => language === 'http');
  const headers = { Authorization: `Bearer ${await platform.token()}` };
  const url = `${platform.address}${request?.code.replace('GET ', '')}`;
  expect((await fetch(url, { headers })).status).toBe(200);
  const day = await fetch(`${platform.address}/api/v2/ideas?created_at=2024-03-04`, { headers });
  expect(`applied-filters: ${day.headers.get('applied-filters')}`).toBe(header?.code);
});
