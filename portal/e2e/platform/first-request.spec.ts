import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { type Block, blocksOf, titled } from '../support/guides';
import { binary, type Platform, startPlatform } from '../support/platform';
import { runScript } from '../support/shell';
import { expectShown } from '../support/shown';

const guide = 'guides/start-first-request';
const blocks = blocksOf(guide);

test.describe.configure({ mode: 'default' });

let platform: Platform;
let folder: string;
let variables: Record<string, string>;

test.beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'first-'));
  const data = path.join(folder, 'data');
  const [demo = ''] = titled(guide, 'Run the demo platform').split('\n');
  await runScript(`"$BINARY" ${demo.replace('folkmoot ', '')} --data "$DATA"`, {
    BINARY: binary,
    DATA: data,
  });
  platform = await startPlatform({ data });
  const { stdout } = await runScript(`${platform.filledIn(titled(guide, 'Set the values'))}\nenv`);
  variables = Object.fromEntries(stdout.split('\n').map((line) => line.split('=', 2) as [string, string]));
});

test.afterAll(async () => {
  await platform.stop();
  rmSync(folder, { recursive: true });
});

/** The response that the API returns to the request in the title of a block. */
async function responseTo({ title = '' }: Block, project: string) {
  const request = title.replace(/^Response to ([^,]*).*/, '$1').replace('PROJECT_ID', project);
  const response = await fetch(`${platform.address}/api/v2/${request}`, {
    headers: { Authorization: `Bearer ${await platform.token()}` },
  });
  return response.json();
}

const responses = blocks.filter(({ title }) => title?.startsWith('Response to '));

/** The project of the first idea that the guide shows. */
const project = (JSON.parse(responses[0]?.code ?? '{}') as { ideas: { project_id: string }[] }).ideas[0]
  ?.project_id as string;

test('the responses are those of the demo platform', async () => {
  expect(responses).toHaveLength(4);
  for (const block of responses) {
    const { request_id: _, ...shown } = JSON.parse(platform.filledIn(block.code));
    expectShown(shown, await responseTo(block, project), block.title);
  }
  expectShown(JSON.parse(titled(guide, 'Response, shortened')), { jwt: await platform.token() });
});

test('each request with curl returns what the guide shows after it', async () => {
  const requests = blocks.filter(
    ({ language, code }) => language === 'bash' && /^curl (-X POST )?"\$API/.test(code),
  );
  expect(requests).toHaveLength(5);
  for (const [index, { code }] of requests.entries()) {
    const script = code.replaceAll('PROJECT_ID', project).replaceAll('curl ', 'command curl -s ');
    const { stdout } = await runScript(script, { ...variables, TOKEN: await platform.token() });
    const shown = index === 0 ? 'Response, shortened' : (responses[index - 1]?.title ?? '');
    const { request_id: _, ...expected } = JSON.parse(platform.filledIn(titled(guide, shown)));
    expectShown(expected, JSON.parse(stdout), code);
  }
});

test('each way to use OAuth returns a token with the scope that the guide shows', async () => {
  const requests = blocks.filter(
    ({ language, code }) => language === 'bash' && code.includes('/oauth/token'),
  );
  expect(requests).toHaveLength(3);
  const server = platform.filledIn(blocks.find(({ code }) => code.startsWith('export SERVER='))?.code ?? '');
  const shown = JSON.parse(titled(guide, 'Response with the scope, shortened'));
  for (const { title, code } of requests) {
    const { stdout } = await runScript(`${server}\n${code.replace('curl ', 'command curl -s ')}`, variables);
    const { access_token: token, scope, ...rest } = JSON.parse(stdout);
    const { access_token: _, scope: complete, ...expected } = shown;
    expect(rest).toEqual(expected);
    const isNarrowed = title?.startsWith('A token that can only read') ?? false;
    const [beginning, end] = complete.split(' … ');
    if (isNarrowed) expect(scope).toBe('read:projects read:ideas');
    else expect([scope.startsWith(beginning), scope.endsWith(end)]).toEqual([true, true]);
    const status = async (list: string) => {
      const headers = { Authorization: `Bearer ${token}` };
      return (await fetch(`${platform.address}/api/v2/${list}`, { headers })).status;
    };
    expect([await status('ideas'), await status('users')]).toEqual([200, isNarrowed ? 403 : 200]);
  }
});

const programs = { python: ['python3', 'first_request.py'], javascript: ['node', 'first-request.mjs'] };

for (const [language, [command, file = '']] of Object.entries(programs)) {
  test(`the steps in ${language} form one program, which ends with the error`, async () => {
    const steps = blocks.filter((block) => block.language === language);
    expect(steps.map(({ title }) => title)).toEqual([file, undefined, undefined, undefined, undefined]);
    writeFileSync(path.join(folder, file), steps.map(({ code }) => code).join('\n'));
    const { stdout } = await runScript(`${command} ${file} 2>&1 || echo "exit status $?"`, variables, folder);
    expect(stdout).toContain('A neighbourhood officer one can meet on Abdijplein');
    expect(stdout).toContain('2026-10-31T17:57:16.428Z Un agent de quartier');
    expect(stdout).toContain('for the same day, write 2026-31-10.');
    expect(stdout).toContain('exit status 1');
  });
}
