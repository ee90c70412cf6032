import type { Page } from '@playwright/test';
import axe from 'axe-core';

declare global {
  interface Window {
    axe: typeof axe;
  }
}

export interface Scope {
  /** A selector of the part of the page to check; without it, the complete page. */
  part?: string | undefined;
  /** The rules of axe to check; without them, all. */
  rules?: readonly string[];
  /** The tags of the rules to check, such as `wcag2aa`; without them, all. */
  tags?: readonly string[];
  /** The rules of axe to leave out. */
  without?: readonly string[];
}

/** The violations of accessibility rules in a page and its frames, one line each: the rule and the element. */
export async function accessibilityViolations(
  page: Page,
  { part, rules, tags, without = [] }: Scope = {},
): Promise<string[]> {
  // Each document keeps axe for the next checks: to insert it takes longer than most of them.
  for (const frame of page.frames()) {
    if (await frame.evaluate(() => 'axe' in window)) continue;
    await frame.evaluate(axe.source);
    await frame.evaluate(() => window.axe.configure({ allowedOrigins: ['<unsafe_all_origins>'] }));
  }
  const runOnly = rules
    ? { type: 'rule' as const, values: [...rules] }
    : tags && { type: 'tag' as const, values: [...tags] };
  const options = {
    // axe describes every element that passed otherwise, which takes more time than the check.
    resultTypes: ['violations' as const],
    ...(runOnly && { runOnly }),
    rules: Object.fromEntries(without.map((rule) => [rule, { enabled: false }])),
  };
  return page.evaluate(
    async ([scope, given]) => {
      const { violations } = await window.axe.run(scope ?? document, given);
      return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
    },
    [part, options] as const,
  );
}
