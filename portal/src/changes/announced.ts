import type { Change } from './change';

/**
 * Whether the changelog announces a breaking change, in the section "Unreleased": under "### Breaking", or, if it is a
 * limit, under "### Documented", where `*` in a subject matches any text.
 */
export function isAnnounced({ subject, limit }: Change, changelog: string): boolean {
  const matches = (pattern: string) =>
    new RegExp(`^${pattern.replace(/[.[\]{}()+?^$|\\]/g, '\\$&').replaceAll('*', '.*')}$`).test(subject);
  return (
    announcedSubjects(changelog, 'Breaking').includes(subject) ||
    (limit === true && announcedSubjects(changelog, 'Documented').some(matches))
  );
}

/** The subjects under a heading in the section "Unreleased": the first code span of each list item. */
export function announcedSubjects(changelog: string, heading: string): string[] {
  const section = changelog.split(/^(?=## )/m).find((part) => part.startsWith('## Unreleased\n'));
  const part = section?.split(/^(?=### )/m).find((part) => part.startsWith(`### ${heading}\n`));
  return [...(part ?? '').matchAll(/^- `([^`]+)`/gm)].map(([, subject = '']) => subject);
}
