import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { portal } from '../support/build';
import { blocksOf, titled } from '../support/guides';
import { binary, type Platform, startPlatform } from '../support/platform';
import { typescript } from '../support/programs';
import { runScript } from '../support/shell';
import { createWorkspace, missingPackages, type Workspace } from '../support/workspace';

const guide = 'guides/use-assistants';
const tools = [
  'search_docs',
  'read_page',
  'describe_operation',
  'what_is_here',
  'list_records',
  'get_record',
  'count_records',
  'changes_since',
];

test.describe.configure({ mode: 'serial' });

let platform: Platform;
let workspace: Workspace;

test.beforeAll(async () => {
  platform = await startPlatform({ ideas: 300 });
  const { stdout } = await runScript(
    `folkmoot() { "$BINARY" "$@" --data "$DATA"; }\n${titled(guide, 'Create a client for an assistant')}`,
    { BINARY: binary, DATA: platform.data },
  );
  const [, client_id = '', client_secret = ''] = /client_id +(\S+)\nclient_secret +(\S+)/.exec(stdout) ?? [];
  workspace = createWorkspace({ ...platform, client: { client_id, client_secret } });
});

test.afterAll(async () => {
  await platform.stop();
  workspace.remove();
});

/** A file of the repository. */
const source = (file: string) => readFileSync(path.join(portal, '..', file), 'utf8');

/** A token as the guide gets it. */
async function token(): Promise<string> {
  const script = platform.filledIn(titled(guide, 'Get a token for an assistant'));
  return (await workspace.shell(`${script}\nprintf %s "$ASSISTANT_TOKEN"`)).trim();
}

/** The status of a call of a tool that needs a token. */
async function statusWith(headers: Record<string, string>): Promise<number> {
  const call = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'what_is_here', arguments: {} },
  };
  const response = await fetch(`${platform.address}/mcp`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: JSON.stringify(call),
  });
  return response.status;
}

/** What the programs of the guide print. */
async function expected(): Promise<string> {
  const response = await fetch(`${platform.address}/api/v2/ideas?format=ndjson`, {
    headers: { Authorization: `Bearer ${await token()}` },
  });
  const ideas = (await response.text()).trim().split('\n').length;
  expect(ideas).toBeGreaterThan(100);
  return [...tools, 'Access level: public', `Ideas: ${ideas}`, ''].join('\n');
}

test('the program in Python lists the tools, and reads all ideas', async () => {
  const missing = missingPackages('mcp');
  test.skip(missing !== undefined, missing);
  workspace.write(guide, 'assistant.py');
  expect(await workspace.python('assistant.py')).toBe(await expected());
});

test('the program in TypeScript lists the tools, and reads all ideas', async () => {
  writeFileSync(path.join(workspace.directory, 'package.json'), '{ "type": "module" }');
  mkdirSync(path.join(workspace.directory, 'node_modules'));
  symlinkSync(
    path.join(portal, 'node_modules/@modelcontextprotocol'),
    path.join(workspace.directory, 'node_modules/@modelcontextprotocol'),
  );
  workspace.write(guide, 'assistant.ts');
  expect(await workspace.shell(`bash -c '${typescript}' assistant.ts`)).toBe(await expected());
});

test('the packages are those of the guide', () => {
  const { devDependencies } = JSON.parse(source('portal/package.json'));
  expect(titled(guide, 'Install and run: TypeScript')).toContain(
    `@modelcontextprotocol/client@${devDependencies['@modelcontextprotocol/client']}\n`,
  );
  const python = /^pip install (.*)$/m.exec(titled(guide, 'Install and run: Python'))?.[1];
  expect(source('scripts/guide-packages.txt').split('\n')).toContain(python);
});

test('a token, and the headers of the script, permit the tools that need one', async () => {
  expect(await statusWith({})).toBe(401);
  expect(await statusWith({ Authorization: `Bearer ${await token()}` })).toBe(200);
  workspace.write(guide, 'assistant-headers.sh');
  const headers = JSON.parse(await workspace.shell('sh assistant-headers.sh'));
  expect(Object.keys(headers)).toEqual(['Authorization']);
  expect(await statusWith(headers)).toBe(200);
});

test('a client that was not created for assistants is refused', async () => {
  expect(await statusWith({ Authorization: `Bearer ${await platform.token()}` })).toBe(403);
});

test('the configurations are valid JSON with the URL of the endpoint', () => {
  const configurations = blocksOf(guide).filter(({ language }) => language === 'json');
  expect(configurations.length).toBeGreaterThan(4);
  for (const { code, title } of configurations) {
    expect(JSON.stringify(JSON.parse(code)), title).toContain('/mcp"');
  }
});
