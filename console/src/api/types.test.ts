import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createAudit, createClients, createImports, people } from '../../e2e/fake/data';
import { createExports } from '../../e2e/fake/exports';
import { createState } from '../../e2e/fake/state';

interface Schema {
  properties: Record<string, unknown>;
}

const { components } = JSON.parse(readFileSync('../openapi-admin.json', 'utf8')) as {
  components: { schemas: Record<string, Schema> };
};

/** The fake server has the shapes of `types.ts`; so they are compared with what the server declares. */
describe('the shapes of the fake server are those of the admin API', () => {
  test.each([
    ['Client', createClients(1)[0]],
    ['Import', createImports()[0]],
    ['Export', createExports()[0]],
    ['AuditEntry', createAudit()[0]],
    ['Person', people[0]],
    ['AdminKey', createState().adminKeys[0]],
  ])('%s', (name, example) => {
    expect(Object.keys(example ?? {}).toSorted()).toEqual(
      Object.keys(components.schemas[name]?.properties ?? {}).toSorted(),
    );
  });
});
