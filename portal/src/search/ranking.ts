import type { Endpoint } from './sections';

/** The groups of results. */
export type ResultGroup = 'guides' | 'api' | 'reference' | 'blog';

/** The groups by the path of a page; the first match is used. */
const groups: [RegExp, ResultGroup][] = [
  [/^api(?:[/#]|$)/, 'api'],
  [/^blog/, 'blog'],
  [/^guides\/reference-/, 'reference'],
  [/^/, 'guides'],
];

/**
 * How important sections are, by the path of their page and their anchor; the first match is used. Guides about the API
 * come first; settings, examples and pages for contributors come last.
 */
const weights: [RegExp, number][] = [
  [/^guides\/reference-(?:settings|component-library)/, 0.3],
  [/^guides\/reference-timezones#/, 0.3],
  [/^guides\/reference-problems#/, 0.8],
  [/^guides\/start-(?:contributing|dev-environment)/, 0.4],
  [/^guides\/start-first-request/, 1],
  [/^guides\/start-/, 0.7],
  [/^guides\/use-/, 1.3],
  [/^guides\//, 1],
  [/^api\/changes/, 0.5],
  [/^api#/, 0.8],
  [/^api\/(?:[\w-]+\/object|objects\/)/, 0.8],
  [/^api/, 1],
  [/^blog/, 0.5],
  [/^/, 0.5],
];

/** Operations come before the objects that they return. */
const operationWeight = 1;

/** A list of deleted records is rarely what a reader looks for. */
const deletedListWeight = 0.5;

/** The group of a section by its path in the site, without the leading slash. */
export function groupOf(path: string): ResultGroup {
  return groups.find(([pattern]) => pattern.test(path))?.[1] ?? 'guides';
}

/** The weight of a section by its path in the site, without the leading slash, and its operation. */
export function weightOf(path: string, operation: Endpoint | undefined): number {
  if (operation) return operation.path.endsWith('/deleted') ? deletedListWeight : operationWeight;
  return weights.find(([pattern]) => pattern.test(path))?.[1] ?? 1;
}
