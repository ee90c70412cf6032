import { expect, test } from '@playwright/test';
import { blocksOf, textOf, titled } from '../support/guides';
import { binary, type Platform, startPlatform } from '../support/platform';
import { runScript } from '../support/shell';

const guide = 'guides/start-decide-access';
const commands = blocksOf(guide).filter(({ language }) => language === 'bash');
const levels = ['full', 'pseudonymous', 'anonymous', 'public'] as const;

test.describe.configure({ mode: 'serial' });

let platform: Platform;

test.beforeAll(async () => {
  platform = await startPlatform();
});

test.afterAll(() => platform.stop());

const run = (script: string) =>
  runScript(`folkmoot() { "$BINARY" "$@" --data "$DATA"; }\n${script}`, {
    BINARY: binary,
    DATA: platform.data,
    SERVER: platform.address,
    CLIENT_ID: platform.client.client_id,
    CLIENT_SECRET: platform.client.client_secret,
  });

interface Record {
  [field: string]: unknown;
}

/** What a new client of a level reads. */
async function reader(level: string) {
  const client = JSON.parse(platform.run('clients', 'create', level, '--access', level, '--json'));
  const signIn = await fetch(`${platform.address}/api/v2/authenticate`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ auth: client }),
  });
  const { jwt } = (await signIn.json()) as { jwt: string };
  return async (path: string) => {
    const headers = { Authorization: `Bearer ${jwt}` };
    const response = await fetch(`${platform.address}/api/v2/${path}`, { headers });
    return (await response.json()) as { [key: string]: Record[] };
  };
}

test('the commands of the guide change a client, which is shown as in the guide', async () => {
  let id = '';
  for (const { code } of commands.filter(({ code }) => code.startsWith('folkmoot'))) {
    const { stdout } = await run(code.replaceAll('YOUR_CLIENT_ID', id));
    id ||= [...stdout.matchAll(/client_id +(\S+)/g)].at(-1)?.[1] ?? '';
    if (!code.startsWith('folkmoot clients show')) continue;
    const shape = (text: string) => text.replace(/[0-9a-f-]{36}|[\d:.TZ-]{20,}/g, '#').trim();
    expect(shape(stdout)).toBe(shape(titled(guide, 'A client')));
  }
  expect(id).not.toBe('');
});

test('a token is narrowed to the scope that the guide requests', async () => {
  const { stdout } = await run(titled(guide, 'A token that reads public projects and ideas'));
  expect(JSON.parse(stdout).scope).toBe('access:public read:projects read:ideas');
});

/** The rows of the table of fields: the names, and what each level shows. */
const rows = textOf(guide)
  .split('\n')
  .filter((line) => /^\| `\w+`.*\|$/.test(line) && line.split('|').length === levels.length + 3)
  .map((line) => line.split('|').slice(1, -1))
  .map(([names = '', ...cells]) => ({
    fields: [...names.matchAll(/`(\w+)`/g)].map(([, field = '']) => field),
    cells: cells.map((cell) => cell.trim()),
  }));

test('each level shows of an idea what the table states', async () => {
  expect(rows.length).toBeGreaterThan(4);
  const readers = await Promise.all(levels.map(reader));
  const pages = await Promise.all(readers.map((read) => read('ideas?type=idea&page_size=24')));
  const [complete, , , open] = pages.map(({ ideas = [] }) => ideas);
  const shown = new Set(open?.map(({ id }) => id));
  const idea = complete?.find((one) => shown.has(one.id) && one.author_id && one.location_point);
  if (!idea) throw new Error('No idea on the first page is public and has an author and a location.');
  for (const [index, read] of readers.entries()) {
    const { idea: found } = (await read(`ideas/${idea.id}`)) as unknown as { idea: Record };
    for (const { fields, cells } of rows) {
      for (const field of fields)
        expectCell(cells[index] ?? '', found[field], idea[field], `${field} at ${levels[index]}`);
    }
  }
});

/** Compares a value that a level shows, and the value at the level `full`, with what the guide states. */
function expectCell(cell: string, value: unknown, complete: unknown, message: string) {
  if (['Shown', 'Exact', 'The ID of the user', 'All answers'].includes(cell)) {
    expect(value, message).toEqual(complete);
  } else if (cell === '`null`') {
    expect(value, message).toBeNull();
  } else if (cell === '`null` while a vote runs') {
    expect([null, complete], message).toContainEqual(value);
  } else if (cell.endsWith('pseudonym')) {
    expect(value, message)[complete === null ? 'toBeNull' : 'toMatch'](/^[0-9a-f-]{36}$/);
    if (complete !== null) expect(value, message).not.toBe(complete);
  } else if (cell.startsWith('Rounded')) {
    expect(value, message).toMatch(/^POINT \(-?\d+(\.\d{1,3})? -?\d+(\.\d{1,3})?\)$/);
  } else {
    expect(cell, message).toBe('Only the keys that you share');
    expect(value, message).toEqual({});
  }
}
