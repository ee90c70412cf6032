import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

export interface Scope {
  /** A selector of the part of the page to check; without it, the complete page. */
  part?: string | undefined;
  /** The rules of axe to check; without them, all. */
  rules?: readonly string[];
  /** The rules of axe to leave out. */
  without?: readonly string[];
}

/** The violations of accessibility rules, one line each: the rule and the element. */
export async function accessibilityViolations(
  page: Page,
  { part, rules, without = [] }: Scope = {},
): Promise<string[]> {
  // In this mode axe evaluates its results in the page. Otherwise it copies every element that passed to another page,
  // which takes more time than the check. Neither mode checks frames of other hosts, and the portal has no frames.
  const builder = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  if (part) builder.include(part);
  if (rules) builder.withRules([...rules]);
  else builder.disableRules([...without]);
  const { violations } = await builder.analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
}
