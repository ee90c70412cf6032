import { expect, test } from 'vitest';
import type { DataOverview, Import, ResourceReport } from '@/api/types';
import { importResult, isUnrelated } from './importResult';

const entry = (resources: ResourceReport[], values: Partial<Import> = {}) =>
  ({
    state: 'succeeded',
    error_count: 0,
    reason: null,
    files: ['ideas.ndjson'],
    resources,
    ...values,
  }) as Import;

const report = (values: Partial<ResourceReport>): ResourceReport => ({
  resource: 'ideas',
  inserted: 0,
  updated: 0,
  unchanged: 0,
  removed: 0,
  ...values,
});

test('a result says that platform.json replaces facts of the platform', () => {
  expect(importResult(entry([report({ inserted: 1 })]))).toBe(
    '1 record new, 0 records changed, 0 records removed',
  );
  expect(importResult(entry([], { files: ['platform.json'] }))).toBe(
    '0 records new, 0 records changed, 0 records removed, name, URL and languages from platform.json',
  );
});

test.each([
  ['new records only, in a platform with records', [report({ inserted: 9 })], 5, true],
  ['new records only, in an empty platform', [report({ inserted: 9 })], 0, false],
  ['a record that is known', [report({ inserted: 9 }), report({ unchanged: 1 })], 5, false],
  ['no records', [], 5, false],
])('files may be of another platform: %s', (_, resources, records, expected) => {
  const data = { resources: [{ resource: 'ideas', records }] } as DataOverview;
  expect(isUnrelated(entry(resources), data)).toBe(expected);
});
