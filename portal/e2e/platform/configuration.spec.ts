import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { blocksOf, titled } from '../support/guides';
import { binary } from '../support/platform';
import { runScript } from '../support/shell';

const configure = 'guides/start-configure-platform';
const guide = 'guides/start-import';
const blocks = [configure, guide, 'guides/start-clients'].flatMap(blocksOf);

test.describe.configure({ mode: 'serial' });

let folder: string;

test.beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'configuration-'));
});

test.afterEach(() => rmSync(folder, { recursive: true }));

/** Lets the binary be called by its name. A server is stopped once it listens, on a free port. */
const preamble = `
export FOLKMOOT_LISTEN=127.0.0.1:0
folkmoot() {
  if [[ " $* " != *" serve "* ]]; then "$BINARY" "$@"; return; fi
  exec 3< <(exec "$BINARY" "$@" 2> /dev/null)
  local server=$! line
  read -r line <&3
  echo "$line"
  kill "$server"
  wait "$server" || true
}
`;

const run = (script: string) => runScript(preamble + script, { BINARY: binary }, folder);

/** The commands of the guides that hold these words. */
const commands = (words: string) => {
  const found = blocks.find(({ language, code }) => language === 'bash' && code.includes(words));
  if (!found) throw new Error(`The guides have no commands with ${words}.`);
  return found.code;
};

const text = (words: string) =>
  blocks.find(({ language, code }) => language === 'text' && code.includes(words))?.code ?? '';

/** Writes the records that the guide shows into a folder for the import. */
function writeRecords(...names: string[]) {
  mkdirSync(path.join(folder, 'platform'), { recursive: true });
  writeFileSync(path.join(folder, 'platform/platform.json'), titled(guide, 'platform.json'));
  for (const name of names) {
    writeFileSync(path.join(folder, `platform/${name}.ndjson`), titled(guide, `${name}.ndjson, one line`));
  }
}

/** Only the kinds of characters, so that ids, keys and moments are alike. */
const shape = (words: string) => words.replace(/fms_\w{49}|[0-9a-f]{16,}|[0-9a-f-]{36}|[\d:.TZ-]{20,}/g, '#');

test('the demo is made, gets a client and is served', async () => {
  const { stdout } = await run(commands('folkmoot demo --data'));
  expect(stdout).toContain('client_secret');
  expect(stdout).toContain('http://127.0.0.1:');
});

test('the demo shows what import files look like, and they can be imported', async () => {
  await run(`${commands('--out ./example')}\nfolkmoot import ./example`);
});

test('the records of the guide can be imported, with the result that it shows', async () => {
  writeRecords('topics', 'projects', 'ideas');
  const { stdout } = await run(commands('--dry-run'));
  const rows = (words: string) =>
    words
      .split('\n')
      .filter((line) => !/ 0 +0 +0 +0$/.test(line))
      .map((line) => line.trim());
  expect(rows(stdout)).toEqual(expect.arrayContaining(rows(text('platform stored'))));

  writeRecords('deleted_items');
  const { stdout: removed } = await run('folkmoot import ./platform');
  expect(removed).toMatch(/^ideas +0 +0 +\d +1$/m);
});

test('mistakes are told as the guide shows them', async () => {
  writeRecords();
  const topic = JSON.parse(titled(guide, 'topics.ndjson, one line'));
  const idea = JSON.parse(titled(guide, 'ideas.ndjson, one line'));
  const write = (name: string, lines: (object | string)[]) =>
    writeFileSync(
      path.join(folder, `platform/${name}.ndjson`),
      lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'),
    );
  write('topics', [
    { ...topic, colour: 'green' },
    { ...topic, id: 'topic-2', created_at: 'yesterday' },
  ]);
  write('projects', [titled(guide, 'projects.ndjson, one line')]);
  write('ideas', [{ ...idea, likes_count: -1, publication_status: 'publishd' }, 'not JSON']);
  const { stdout } = await run('folkmoot import ./platform 2>&1 || true');
  const complaints = stdout.replace(/^\d+ rows read in .*\n/, '').trim();
  expect(complaints).toBe(titled(guide, 'Errors of an import'));
});

test('access, clients and keys are changed by the commands of the guide', async () => {
  writeRecords();
  await run('folkmoot import ./platform');
  const { stdout: client } = await run(
    `exec 2>&1\n${commands('access on')}\n${commands('create "City website"')}`,
  );
  expect(shape(client)).toContain(shape(text('client_secret')));
  const id = /client_id +(\S+)/.exec(client)?.[1] ?? '';
  const named = (words: string) => commands(words).replace(/\b[0-9a-f-]{36}\b/, id);
  const { stdout: list } = await run(commands('clients list'));
  expect(shape(list)).toBe(`${shape(text('never used'))}\n`);
  await run([named('clients rotate'), named('--revoke-tokens'), named('clients revoke')].join('\n'));
  const { stdout: status } = await run(`${commands('access off')}\nfolkmoot access status`);
  expect(status).toContain('off');
  const { stdout: keys } = await run(commands('keys rotate'));
  expect(shape(keys)).toContain(shape(text('signs and verifies')));
});

test('settings are taken from flags, from variables and from the file', async () => {
  writeRecords();
  await run('folkmoot import ./platform');
  await run(titled(configure, 'Three ways to set the log level'));
  writeFileSync(path.join(folder, 'folkmoot.toml'), titled(configure, 'folkmoot.toml'));
  await run('folkmoot access status --data ./data');
});
