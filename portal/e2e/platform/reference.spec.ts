import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { provider } from '../../provider';
import { compile } from '../../src/reference/document/compile';
import { readDocument } from '../../src/reference/document/read';
import { completeSample } from '../../src/reference/samples';
import { type Language, languages } from '../../src/reference/samples/languages';
import type { RequestTemplate } from '../../src/reference/samples/request';
import { runAll } from '../support/batches';
import { portal } from '../support/build';
import { binary, type Platform, startPlatform } from '../support/platform';
import { missing, runProgram } from '../support/programs';

// Some languages compile their programs before they run them.
test.describe.configure({ mode: 'default' });

/** The data of the platform that `make run` serves. */
let data: string;
let client: Platform['client'];
let operations: RequestTemplate[];
let tokenRequest: RequestTemplate;

test.beforeAll(async () => {
  data = mkdtempSync(path.join(tmpdir(), 'folkmoot-'));
  execFileSync(binary, ['demo', '--data', data], { stdio: 'ignore' });
  const created = execFileSync(binary, ['clients', 'create', 'Samples', '--json', '--data', data]);
  client = JSON.parse(created.toString());
  const { document } = await readDocument(
    process.env.FOLKMOOT_OPENAPI ?? path.join(portal, '../openapi.json'),
  );
  const { groups } = compile(document, provider.apiUrl, (code) => code);
  operations = groups.flatMap((group) => group.operations.map(({ request }) => request));
  tokenRequest = operation('POST', '/api/v2/authenticate');
});

test.afterAll(() => rmSync(data, { recursive: true }));

const operation = (method: string, url: string) => {
  const found = operations.find((one) => one.method === method && one.path === url);
  if (!found) throw new Error(`There is no operation ${method} ${url}.`);
  return found;
};

/** Calls `use` with a copy of the platform, because samples change it. */
async function onPlatform(use: (platform: Platform) => Promise<void>): Promise<void> {
  const copy = mkdtempSync(path.join(tmpdir(), 'folkmoot-'));
  cpSync(data, copy, { recursive: true });
  const platform = await startPlatform({ data: copy, client });
  await use(platform).finally(() => platform.stop());
  rmSync(copy, { recursive: true });
}

const sampleOf = (platform: Platform, language: Language, template: RequestTemplate) =>
  platform.filledIn(completeSample(language, template, { server: provider.apiUrl, tokenRequest }));

const files = { 'minutes.txt': 'Minutes of the second meeting' };

for (const language of Object.keys(languages) as Language[]) {
  test(`the sample of every operation in ${languages[language]} succeeds as copied`, async () => {
    test.skip(missing(language) !== undefined, missing(language));
    expect(operations.length).toBeGreaterThan(60);
    const deletionsLast = operations.toSorted(
      (one, other) => Number(one.method === 'DELETE') - Number(other.method === 'DELETE'),
    );
    await onPlatform((platform) =>
      runAll(
        language,
        deletionsLast.map((template) => sampleOf(platform, language, template)),
        files,
      ),
    );
  });

  test(`the sample in ${languages[language]} prints the error that the API returns`, async () => {
    test.skip(missing(language) !== undefined, missing(language));
    await onPlatform(async (platform) => {
      const code = sampleOf(platform, language, operation('POST', '/api/v2/files'));
      const wrong = code.replace(/[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/, 'unknown');
      const output = await runProgram(language, wrong, files).catch((error: Error) => error.message);
      expect(output).toContain('files_projects');
      const refused = code.replace(client.client_secret, 'wrong');
      const message = await runProgram(language, refused, files).catch((error: Error) => error.message);
      expect(message).toContain('invalid-credentials');
    });
  });
}
