import { createHash } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { build } from '../support/build';
import { titled } from '../support/guides';
import { type Platform, startPlatform } from '../support/platform';
import { python } from '../support/programs';
import { readAll } from '../support/records';
import { createWorkspace, missingPackages, type Workspace } from '../support/workspace';

const guide = 'guides/use-clients-and-tools';

let platform: Platform;
let workspace: Workspace;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  platform = await startPlatform({ site: build });
  workspace = createWorkspace(platform);
});

test.afterAll(async () => {
  await platform.stop();
  workspace.remove();
});

/** Runs a code block of a guide. Its `pip` installs into a directory, without the packages that the tests have already. */
const run = (guide: string, title: string, directory: string, prepare = '') => {
  const pip = `pip() { '${python}' -m pip --disable-pip-version-check "$@" --no-deps --target ${directory}; }`;
  return workspace.shell([pip, prepare, platform.filledIn(titled(guide, title))].join('\n'), {
    TMPDIR: workspace.directory,
  });
};

test('each package is served with its hash', async () => {
  const read = async (name: string) =>
    Buffer.from(await (await fetch(`${platform.address}/clients/${name}`)).arrayBuffer());
  const sums = String(await read('SHA256SUMS'))
    .trim()
    .split('\n');
  expect(sums.length).toBeGreaterThanOrEqual(5);
  for (const line of sums) {
    const [hash, name = ''] = line.split(/\s+/);
    expect(
      createHash('sha256')
        .update(await read(name))
        .digest('hex'),
      name,
    ).toBe(hash);
  }
});

test('pip installs the client from the portal, and refuses it with another hash', async () => {
  await run('guides/use-python', 'Install the package', 'plain');
  await run(guide, 'Install with a hash', 'hashed');
  for (const directory of ['plain', 'hashed']) {
    const found = await workspace.shell(`'${python}' -c 'import folkmoot; print(folkmoot.__file__)'`, {
      PYTHONPATH: directory,
    });
    expect(found).toContain(`${directory}/folkmoot/__init__.py`);
  }
  const tampered = 'curl() { command curl "$@"; sed -i "s/^[0-9a-f]*/$(printf %064d 0)/" SHA256SUMS; }';
  await expect(run(guide, 'Install with a hash', 'tampered', tampered)).rejects.toThrow(
    /DO NOT MATCH THE HASHES/,
  );
});

const absent = missingPackages('pydantic', 'dateutil');

test('a client that openapi-generator generates reads a list', async () => {
  test.skip(absent !== undefined, absent);
  await run(
    guide,
    'Generate a client for Python',
    'generated',
    'export PATH="$PWD/generated/bin:$PATH" PYTHONPATH=generated',
  );
  workspace.write(guide, 'generated.py');
  const printed = await workspace.shell(`'${python}' generated.py`, {
    PYTHONPATH: 'generated',
    TOKEN: await platform.token(),
  });
  const ideas = (await readAll(platform, 'ideas')).filter(({ type }) => type === 'idea');
  const likes = ideas.map(({ likes_count }) => Number(likes_count)).toSorted((a, b) => b - a);
  expect(
    printed
      .trim()
      .split('\n')
      .map((line) => Number(line.split(' ')[0])),
  ).toEqual(likes.slice(0, 3));
});
