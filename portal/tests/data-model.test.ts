import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { boxes, boxHeight, boxWidth, userFields } from '../src/components/DataModel/model';

const read = (file: string) => readFileSync(path.join(__dirname, '..', file), 'utf8');

interface Schema {
  properties: Record<string, { $ref?: string; type?: string; items?: { $ref: string } }>;
}

const { schemas } = JSON.parse(read('../openapi.json')).components as { schemas: Record<string, Schema> };

/** Lists of which no record is a part of the platform. */
const otherLists = ['DeletedItemList', 'ChangeList', 'ExportList'];

/** The records of each list, by the name of the list. */
const resources = Object.fromEntries(
  Object.entries(schemas)
    .filter(([name]) => name.endsWith('List') && !otherLists.includes(name))
    .map(([name, { properties }]) => {
      const [key = ''] = Object.keys(properties);
      const record = schemas[name.replace(/List$/, '')] as Schema;
      return [key === 'folders' ? 'project_folders' : key, Object.keys(record.properties)];
    }),
);

/** The cells of a table in the guide, by row. */
const rows = read('docs/guides/use-data-model.mdx')
  .split('\n')
  .filter((line) => /^\| `/.test(line))
  .map((line) => line.split('|').map((cell) => [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name)));

const listed = (suffix: string) =>
  rows
    .flatMap(([, fields = [], holders = []]) =>
      fields.flatMap((field) => holders.map((holder) => `${holder}.${field}`)),
    )
    .filter((reference) => reference.endsWith(suffix))
    .toSorted();

const declared = (suffix: string) =>
  Object.entries(resources)
    .flatMap(([name, fields]) =>
      fields.filter((field) => field.endsWith(suffix)).map((field) => `${name}.${field}`),
    )
    .toSorted();

test('the guide lists every reference and every counter of the API', () => {
  expect(declared('_id').length).toBeGreaterThan(30);
  expect(listed('_id')).toEqual(declared('_id'));
  expect(listed('_count')).toEqual(declared('_count'));
});

test('the diagram has every resource with an ID, and only fields that it has', () => {
  const withId = Object.keys(resources).filter((name) => resources[name]?.includes('id'));
  expect([...boxes.map(({ name }) => name), 'users'].toSorted()).toEqual(withId.toSorted());
  for (const { name, references } of boxes) {
    expect(resources[name]).toEqual(expect.arrayContaining(references));
    const people = resources[name]?.filter((field) => userFields.includes(field)) ?? [];
    if (name !== 'basket_ideas') expect(references, name).toEqual(expect.arrayContaining(people));
  }
});

test('no two boxes of the diagram overlap', () => {
  for (const one of boxes) {
    for (const other of boxes.filter((box) => box !== one)) {
      const apart =
        Math.abs(one.x - other.x) >= boxWidth ||
        one.y + boxHeight(one.references.length) < other.y ||
        other.y + boxHeight(other.references.length) < one.y;
      expect(apart, `${one.name} and ${other.name}`).toBe(true);
    }
  }
});
