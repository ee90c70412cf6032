import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { ResourceName } from '@/api/types';
import { compact, describeTypes, expand, generalTypes, typesOf } from './events';

const readJson = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../../../${name}`, import.meta.url), 'utf8'));

test('the types are those of the API reference', () => {
  const resources: ResourceName[] = readJson('openapi-admin.json').components.schemas.ResourceName.enum;
  const { webhooks } = readJson('openapi.json');
  expect([...typesOf(resources), ...generalTypes].sort()).toEqual(Object.keys(webhooks).sort());
});

test('all three actions of a record are one type', () => {
  const types = ['idea.created', 'comment.*'];
  expect(expand(types)).toEqual(['idea.created', 'comment.created', 'comment.updated', 'comment.deleted']);
  expect(compact(expand(types))).toEqual(types);
  expect(describeTypes(types)).toEqual('Idea: created · Comment: all');
});
