import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { portal } from '../e2e/support/build';
import { blocksOf, guides } from '../e2e/support/guides';
import { powerBi, queries, tables } from '../e2e/support/powerBi';
import { parse, runQuery } from '../e2e/support/powerQuery';
import { DateTime } from '../e2e/support/powerQueryValues';

const blocks = guides.flatMap((guide) =>
  blocksOf(guide)
    .filter(({ language }) => language === 'powerquery')
    .map(({ code }) => ({ guide, code })),
);

test('the Power Query code of the guides can be parsed', async () => {
  expect(blocks.length).toBeGreaterThan(3);
  for (const { guide, code } of blocks) await expect(parse(code), guide).resolves.toBeDefined();
});

test('the queries for Power BI can be parsed', async () => {
  const files = readdirSync(powerBi, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.pq'),
  );
  expect(files.length).toBeGreaterThan(40);
  for (const file of files) {
    await expect(parse(readFileSync(path.join(powerBi, file), 'utf8')), file).resolves.toBeDefined();
  }
});

test('invalid Power Query code is rejected', async () => {
  await expect(parse('let Source = ReadAll("ideas" in Source')).rejects.toThrow('cannot be parsed');
});

test('a range of Power BI excludes its end, and one of the API includes it', async () => {
  const ranges = {
    ...queries,
    Range: 'FolkmootRange(RangeStart, RangeEnd)',
    RangeStart: '#datetime(2026, 3, 1, 10, 0, 0)',
  };
  expect(await runQuery({ ...ranges, RangeEnd: '#datetime(2026, 4, 1, 0, 0, 0)' }, 'Range')).toBe(
    '2026-03-01T10:00:00.000Z,2026-03-31T23:59:59.999Z',
  );
});

interface Operation {
  parameters?: ({ name: string } | { $ref: string })[];
}

test('every table uses a list and parameters that the API has', async () => {
  const { paths, components } = JSON.parse(readFileSync(path.join(portal, '../openapi.json'), 'utf8')) as {
    paths: Record<string, { get?: Operation }>;
    components: { parameters: Record<string, { name: string }> };
  };
  const called: { resource: string; names: string[] }[] = [];
  // The platform is one row, not a list.
  const { platform, ...listed } = tables;
  expect(platform).toBe('Folkmoot("platform")\n');
  for (const code of Object.values(listed)) {
    const Folkmoot = 'Recorded';
    await runQuery({ ...queries, Folkmoot }, code, [], {
      Recorded: (resource, parameters) => {
        called.push({ resource: String(resource), names: Object.keys(parameters ?? {}) });
        return null;
      },
    });
  }
  for (const { resource, names } of called) {
    const parameters = paths[`/api/v2/${resource}`]?.get?.parameters ?? [];
    const declared = parameters.map((each) =>
      '$ref' in each ? components.parameters[each.$ref.split('/').at(-1) ?? '']?.name : each.name,
    );
    for (const name of [...names, 'page_size', 'page_number']) expect(declared, resource).toContain(name);
  }
  const lists = Object.keys(paths).filter(
    (name) => /^\/api\/v2\/\w+(\/deleted)?$/.test(name) && paths[name]?.get,
  );
  // Exports are files of records, not records.
  expect(
    called
      .map(({ resource }) => `/api/v2/${resource}`)
      .concat('/api/v2/exports')
      .toSorted(),
  ).toEqual(
    lists
      .filter((name) =>
        paths[name]?.get?.parameters?.some((each) => '$ref' in each && each.$ref.endsWith('PageNumber')),
      )
      .toSorted(),
  );
});

test('the data source file is of the kind that Power BI opens, and has the platform of the parameter', async () => {
  const { version, connections } = JSON.parse(readFileSync(path.join(powerBi, 'Folkmoot.pbids'), 'utf8'));
  expect(version).toBe('0.1');
  expect(connections).toHaveLength(1);
  const [{ details, mode }] = connections;
  expect([details.protocol, mode]).toEqual(['http', 'Import']);
  expect(details.address.url).toBe(await runQuery(queries, 'PlatformUrl'));
});

test('the parameters have the types that incremental refresh needs', async () => {
  for (const name of ['RangeStart', 'RangeEnd']) {
    expect(await runQuery(queries, name)).toBeInstanceOf(DateTime);
    expect(queries[name]).toContain('Type = "DateTime"');
  }
});
