import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import problems from '../../generated/problems.json';
import { blocksOf, textOf, titled } from '../support/guides';
import { type Platform, startPlatform } from '../support/platform';
import { runScript } from '../support/shell';
import { type StubResponse, startStubServer } from '../support/stubServer';

const guide = 'guides/use-errors';
const programs = { 'api_client.py': 'python3', 'api-client.mjs': 'node' };

test.describe.configure({ mode: 'default' });

let platform: Platform;
let folder: string;

test.beforeAll(async () => {
  platform = await startPlatform();
  folder = mkdtempSync(path.join(tmpdir(), 'errors-'));
  for (const file of Object.keys(programs)) writeFileSync(path.join(folder, file), titled(guide, file));
});

test.afterAll(async () => {
  await platform.stop();
  rmSync(folder, { recursive: true });
});

const run = (file: keyof typeof programs, API: string) =>
  runScript(
    `${programs[file]} ${file} 2>&1 || true`,
    {
      API,
      CLIENT_ID: platform.client.client_id,
      CLIENT_SECRET: platform.client.client_secret,
    },
    folder,
  );

const token = (name: string): StubResponse => [201, { jwt: name }];
const page: StubResponse = [200, { ideas: [], meta: { current_page: 1, total_pages: 7 } }];
const problem = (status: number, code: string, headers = {}): StubResponse => [
  status,
  { type: `https://example.org/guides/reference-problems#${code}`, detail: 'What is wrong.' },
  { 'Content-Type': 'application/problem+json', 'X-Request-Id': 'request-1', ...headers },
];

for (const file of Object.keys(programs) as (keyof typeof programs)[]) {
  test(`${file} reads a list of the platform`, async () => {
    const { stdout } = await run(file, `${platform.address}/api/v2`);
    expect(stdout).toMatch(/total_pages\W+17\b/);
  });

  test(`${file} repeats requests after temporary errors and closed connections`, async () => {
    const stub = await startStubServer([
      token('one'),
      problem(503, 'unavailable', { 'Retry-After': '0' }),
      'closed',
      [502, '<h1>Bad gateway</h1>'],
      page,
    ]);
    const { stdout } = await run(file, stub.url);
    stub.stop();
    expect(stdout).toMatch(/total_pages\W+7\b/);
    expect(stub.requests).toHaveLength(5);
  });

  test(`${file} requests a new token once`, async () => {
    const stub = await startStubServer([token('one'), problem(401, 'expired-token'), token('two'), page]);
    const { stdout } = await run(file, stub.url);
    stub.stop();
    expect(stdout).toMatch(/total_pages\W+7\b/);
    expect(stub.requests.map((request) => request.replace(/\?\S*/, ''))).toEqual([
      'POST /authenticate',
      'GET /ideas Bearer one',
      'POST /authenticate',
      'GET /ideas Bearer two',
    ]);
    const refusing = await startStubServer([
      token('one'),
      problem(401, 'expired-token'),
      token('two'),
      problem(401, 'invalid-token'),
    ]);
    const refused = await run(file, refusing.url);
    refusing.stop();
    expect(refused.stdout).toContain('401 invalid-token: What is wrong. (request request-1)');
    expect(refusing.requests).toHaveLength(4);
  });

  test(`${file} repeats no request that would fail again`, async () => {
    const stub = await startStubServer([token('one'), problem(400, 'unknown-parameter')]);
    const { stdout } = await run(file, stub.url);
    stub.stop();
    expect(stdout).toContain('400 unknown-parameter: What is wrong. (request request-1)');
    expect(stub.requests).toHaveLength(2);
    const rejecting = await startStubServer([problem(401, 'invalid-credentials')]);
    await run(file, rejecting.url);
    rejecting.stop();
    expect(rejecting.requests).toHaveLength(1);
  });
}

test('the guides list every error of the API and of the admin API with its status', () => {
  const rows = [guide, 'guides/start-administration']
    .flatMap((name) => textOf(name).split('\n'))
    .filter((line) => /^\| \d{3}/.test(line));
  for (const { code, status } of problems) {
    const row = rows.find((line) => line.includes(`\`${code}\``)) ?? '';
    expect(row.split('|')[1], code).toContain(String(status));
  }
});

test('an error looks as the guide shows it', async () => {
  const [block] = blocksOf(guide).filter(({ title }) => title?.startsWith('Response to '));
  const request = block?.title?.replace('Response to ', '');
  const response = await fetch(`${platform.address}/api/v2/${request}`, {
    headers: { Authorization: `Bearer ${await platform.token()}` },
  });
  const { request_id, ...shown } = JSON.parse(platform.filledIn(block?.code ?? ''));
  expect(await response.json()).toEqual({ ...shown, request_id: response.headers.get('x-request-id') });
  expect(request_id).toBeTruthy();
});
