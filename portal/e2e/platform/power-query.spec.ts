import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { portal } from '../support/build';
import { blocksOf } from '../support/guides';
import { type Platform, startPlatform } from '../support/platform';
import { queries, tables } from '../support/powerBi';
import { runQuery } from '../support/powerQuery';
import type { WebRequest } from '../support/powerQueryLibrary';
import { DateTime, type Table } from '../support/powerQueryValues';
import { readAll } from '../support/records';

test.describe.configure({ mode: 'serial' });

const openapi = JSON.parse(readFileSync(path.join(portal, '../openapi.json'), 'utf8'));

let platform: Platform;
let parameters: Record<string, string>;

test.beforeAll(async () => {
  platform = await startPlatform();
  parameters = {
    ...queries,
    PlatformUrl: JSON.stringify(platform.address),
    ClientId: JSON.stringify(platform.client.client_id),
    ClientSecret: JSON.stringify(platform.client.client_secret),
  };
});

test.afterAll(() => platform.stop());

/** Runs a query as Power BI does for one partition of incremental refresh. */
async function load(
  code: string,
  start = '#datetime(2000, 1, 1, 0, 0, 0)',
  end = '#datetime(2100, 1, 1, 0, 0, 0)',
) {
  const requests: WebRequest[] = [];
  const variables = { ...parameters, RangeStart: start, RangeEnd: end };
  const table = (await runQuery(variables, code, requests)) as Table;
  return { table, requests };
}

const typeOf: Record<string, string> = {
  integer: 'Int64',
  boolean: 'logical',
  object: 'text',
  array: 'text',
};

/** The type of a column that the OpenAPI document requires. */
function expectedType(property: { type?: string | string[]; format?: string }): string {
  const [type = 'object'] = [property.type ?? 'object'].flat().filter((each) => each !== 'null');
  if (type !== 'string') return typeOf[type] ?? type;
  return { 'date-time': 'datetime', date: 'date' }[property.format ?? ''] ?? 'text';
}

/** Lists that have no table, because no record of them is a part of the platform. */
const otherLists = ['DeletedItemList', 'ChangeList', 'ExportList'];

test('the table of every list has all records, and the columns and types of the OpenAPI document', async () => {
  const schemas: [string, string][] = Object.keys(openapi.components.schemas)
    .filter((name) => name.endsWith('List') && !otherLists.includes(name))
    .map((name) => {
      const { meta, ...lists } = openapi.components.schemas[name].properties;
      return [Object.keys(lists)[0] ?? '', name.replace(/List$/, '')];
    });
  for (const [key, schema] of schemas) {
    const name = key === 'folders' ? 'project_folders' : key;
    const { table, requests } = await load(tables[name] ?? 'null');
    const properties = Object.entries(openapi.components.schemas[schema].properties);
    expect(table.types, name).toEqual(
      Object.fromEntries(properties.map(([field, property]) => [field, expectedType(property as object)])),
    );
    const records = await readAll(platform, name, key);
    expect(table.rows.length, name).toBe(records.length);
    if (records[0]?.id) expect(table.rows.map(({ id }) => id)).toEqual(records.map(({ id }) => id));
    expect(new Set(requests.map(({ base }) => base))).toEqual(new Set([platform.address]));
    expect(requests.filter(({ relativePath }) => relativePath === 'oauth/token')).toHaveLength(1);
  }
  expect(schemas).toHaveLength(21);
});

test('the table of the platform has one row, which shows how current the data is', async () => {
  const { table } = await load(tables.platform ?? 'null');
  const response = await fetch(`${platform.address}/api/v2/platform`, {
    headers: { Authorization: `Bearer ${await platform.token()}` },
  });
  const { platform: expected } = await response.json();
  expect(table.rows).toHaveLength(1);
  expect(table.rows[0]?.name).toBe(expected.name);
  expect(table.rows[0]?.data_changed_at).toEqual(new DateTime(Date.parse(expected.data_changed_at)));
  expect(JSON.parse(String(table.rows[0]?.resources))).toEqual(expected.resources);
});

test('values have the types of their columns', async () => {
  const ideas = await readAll(platform, 'ideas');
  const { table } = await load(tables.ideas ?? '');
  for (const [index, idea] of ideas.entries()) {
    const row = table.rows[index];
    expect(row?.created_at).toEqual(new DateTime(Date.parse(String(idea.created_at))));
    expect(row?.published_at === null).toBe(idea.published_at === null);
    expect(row?.likes_count).toBe(idea.likes_count);
    expect(JSON.parse(String(row?.custom_field_values))).toEqual(idea.custom_field_values);
  }
});

test('adjacent partitions contain each record once', async () => {
  const ideas = (await readAll(platform, 'ideas')).toSorted((a, b) =>
    String(a.updated_at).localeCompare(String(b.updated_at)),
  );
  // The boundary is the timestamp of a record, which belongs to the partition that begins there.
  const [, year, month, day, hour, minute, second] =
    /^(\d+)-(\d+)-(\d+)T(\d+):(\d+):([\d.]+)Z$/.exec(String(ideas[25]?.updated_at)) ?? [];
  const boundary = `#datetime(${[year, month, day, hour, minute, second].map(Number).join(', ')})`;
  const before = await load(tables.ideas ?? '', undefined, boundary);
  const after = await load(tables.ideas ?? '', boundary);
  const ids = ({ table }: typeof before) => table.rows.map(({ id }) => id).toSorted();
  expect(ids(before)).toEqual(
    ideas
      .slice(0, 25)
      .map(({ id }) => id)
      .toSorted(),
  );
  expect(ids(after)).toEqual(
    ideas
      .slice(25)
      .map(({ id }) => id)
      .toSorted(),
  );
});

test('an empty partition has the same columns', async () => {
  const [full, empty] = [
    await load(tables.ideas ?? ''),
    await load(tables.ideas ?? '', '#datetime(2099, 1, 1, 0, 0, 0)'),
  ];
  expect(empty.table.rows).toEqual([]);
  expect(empty.table.types).toEqual(full.table.types);
});

test('selected fields are the only columns', async () => {
  const { table } = await load('Folkmoot("users", [fields = "id,status"])');
  expect(Object.keys(table.types)).toEqual(['id', 'status']);
  expect(Object.keys(table.rows[0] ?? {})).toEqual(['id', 'status']);
});

test('the queries of the guide run', async () => {
  const blocks = blocksOf('guides/use-analysis-tools').filter(({ language }) => language === 'powerquery');
  expect(blocks.length).toBe(4);
  for (const { code } of blocks) expect((await load(code)).table.rows, code).not.toEqual([]);
});

test('deleted records are a table', async () => {
  const deleted = await readAll(platform, 'ideas/deleted', 'deleted_items');
  const { table } = await load(tables.deleted_ideas ?? '');
  expect(table.types).toEqual({ id: 'text', type: 'text', deleted_at: 'datetime' });
  expect(table.rows.map(({ id }) => id)).toEqual(deleted.map(({ id }) => id));
});
