import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { load } from 'cheerio';
import { sample } from '../../src/reference/samples';
import { type Language, languages } from '../../src/reference/samples/languages';
import type { RequestTemplate } from '../../src/reference/samples/request';
import { portal } from '../support/build';
import { type Platform, startPlatform } from '../support/platform';
import { missing, runProgram } from '../support/programs';

// Some languages compile each program before they run it.
test.describe.configure({ mode: 'default', timeout: 300_000 });

let platform: Platform;
let token: string;
let operations: RequestTemplate[];

test.beforeAll(async () => {
  platform = await startPlatform();
  token = await platform.token();
  const page = load(readFileSync(path.join(portal, 'build/api/index.html'), 'utf8'));
  operations = page('[data-request]')
    .toArray()
    .map((part) => JSON.parse(page(part).attr('data-request') ?? ''));
});

test.afterAll(() => platform.stop());

const operation = (method: string, url: string) => {
  const found = operations.find((one) => one.method === method && one.path === url);
  if (!found) throw new Error(`There is no operation ${method} ${url}.`);
  return found;
};

/** The id of a record in a list. */
async function anId(list: string): Promise<string> {
  const response = await fetch(`${platform.address}${list}`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  const [records] = Object.values((await response.json()) as Record<string, { id: string }[]>);
  return records?.[0]?.id ?? '';
}

/** The sample with this platform's token, client and ids instead of the example values. */
async function sampleFor(language: Language, template: RequestTemplate): Promise<string> {
  const code = sample(language, template, platform.address);
  const list = template.path.startsWith('/api/v2/projects/')
    ? '/api/v2/projects'
    : template.path.replace('/{id}', '');
  const shown = template.parameters.find(({ in: location }) => location === 'path')?.example;
  const project = /"project_id": "([^"]+)"/.exec(template.body?.text ?? '')?.[1];
  const client = template.body?.text.includes('"auth"') ? JSON.parse(template.body.text).auth : {};
  const replaced = [
    ['YOUR_TOKEN', token],
    [client.client_id, platform.client.client_id],
    [client.client_secret, platform.client.client_secret],
    [project, project && (await anId('/api/v2/projects'))],
    [shown, shown && (await anId(list))],
  ];
  return replaced.reduce((text, [from, to]) => (from ? text.replaceAll(from, to ?? '') : text), code);
}

test('the curl sample of every operation succeeds', async () => {
  expect(operations.length).toBeGreaterThan(60);
  const deletionsLast = operations.toSorted(
    (one, other) => Number(one.method === 'DELETE') - Number(other.method === 'DELETE'),
  );
  for (const template of deletionsLast) {
    const code = await sampleFor('curl', template);
    const output = await runProgram('curl', code.replace(/^curl /, 'curl --fail-with-body --silent '));
    const isEmpty = template.method === 'DELETE';
    expect(isEmpty ? output : Object.keys(JSON.parse(output)), template.path).not.toHaveLength(
      isEmpty ? 1 : 0,
    );
  }
});

for (const language of Object.keys(languages) as Language[]) {
  test(`samples in ${languages[language]} read, write and delete on the demo platform`, async () => {
    test.skip(missing(language) !== undefined, missing(language));
    const run = async (method: string, url: string) =>
      runProgram(language, await sampleFor(language, operation(method, url)));
    expect(await run('POST', '/api/v2/authenticate')).toContain('eyJ');
    expect(await run('GET', '/api/v2/ideas')).toContain('total_pages');
    expect(await run('GET', '/api/v2/projects/{id}')).toContain(await anId('/api/v2/projects'));
    expect(await run('POST', '/api/v2/files')).toContain('minutes-2025-03-18.txt');
    const file = await anId('/api/v2/files');
    expect(await run('PATCH', '/api/v2/files/{id}')).toContain('report');
    await run('DELETE', '/api/v2/files/{id}');
    expect(await anId('/api/v2/files')).not.toBe(file);
  });
}
