import type { Endpoint } from './sections';

/** The groups of results. */
export type ResultGroup = 'guides' | 'api' | 'reference' | 'operators' | 'blog';

/** The groups by the path of a page; the first match is used. */
const groups: [RegExp, ResultGroup][] = [
  [/^api(?:[/#]|$)/, 'api'],
  [/^blog/, 'blog'],
  [/^guides\/(?:start-(?!first-request)|reference-(?:settings|metrics|component-library))/, 'operators'],
  [/^guides\/reference-/, 'reference'],
  [/^/, 'guides'],
];

/**
 * How important sections are, by the path of their page and their anchor; the first match is used. Guides come first; lists of
 * settings and metrics, and what repeats others, come last.
 */
const weights: [RegExp, number][] = [
  [/#next-steps$/, 0.3],
  [/#(?:example-program|how-the-program-handles-errors)$/, 0.6],
  [/^guides\/reference-component-library/, 0.2],
  [/^guides\/reference-(?:settings|metrics)#/, 0.4],
  [/^guides\/reference-timezones#/, 0.3],
  [/^guides\/reference-problems#/, 0.9],
  [/^guides\/start-(?:contributing|dev-environment)/, 0.4],
  [/^(?:guides\/|open-data|feeds-and-calendars)/, 1],
  [/^api\/changes/, 0.7],
  [/^api\/webhooks$/, 0.9],
  [/^api#(?:authentication|conventions)/, 0.6],
  [/^api#/, 0.3],
  [/^api\/(?:[\w-]+\/object|objects\/)/, 0.6],
  [/^blog/, 0.4],
  [/^/, 0.6],
];

/** Operations come before the objects that they return. */
const operationWeight = 0.9;

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
