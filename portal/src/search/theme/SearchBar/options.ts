import { translate } from '@docusaurus/Translate';
import type { Match } from '../../engine';
import type { ResultGroup } from '../../ranking';

/** An entry of the list under the search input. */
export type Option =
  | { kind: 'match'; match: Match }
  /** Shows the other results of a group. */
  | { kind: 'more'; group: ResultGroup; count: number }
  /** Searches for a query. */
  | { kind: 'query'; query: string };

/** Entries under a heading. */
export interface OptionGroup {
  id: string;
  label: string;
  options: Option[];
}

/** How many results of a group are shown at first. */
const initialResults = 3;

/** What the search suggests if the input is empty. */
const suggestedQueries = ['authentication', 'pagination', 'date filters', 'webhooks', 'Power BI', 'errors'];

const groupLabels: Record<ResultGroup, () => string> = {
  guides: () => translate({ id: 'search.group.guides', message: 'Guides' }),
  api: () => translate({ id: 'search.group.api', message: 'API' }),
  reference: () => translate({ id: 'search.group.reference', message: 'Reference' }),
  operators: () => translate({ id: 'search.group.operators', message: 'Run a platform' }),
  blog: () => translate({ id: 'search.group.blog', message: 'Blog' }),
};

/** Results by group; the group of the best result comes first. */
export function groupsOfMatches(matches: Match[], expanded: ResultGroup[]): OptionGroup[] {
  return [...new Set(matches.map(({ group }) => group))].map((group) => {
    const own = matches.filter((match) => match.group === group);
    const shown = expanded.includes(group) ? own : own.slice(0, initialResults);
    const more: Option = { kind: 'more', group, count: own.length - shown.length };
    return {
      id: group,
      label: groupLabels[group](),
      options: [...shown.map((match): Option => ({ kind: 'match', match })), ...(more.count ? [more] : [])],
    };
  });
}

/** What an empty search offers: the latest queries of the reader and suggestions. */
export function groupsOfQueries(recent: string[]): OptionGroup[] {
  const groups = [
    {
      id: 'recent',
      label: translate({ id: 'search.recent', message: 'Recent searches' }),
      queries: recent,
    },
    {
      id: 'suggested',
      label: translate({ id: 'search.suggested', message: 'Suggestions' }),
      queries: suggestedQueries.filter((query) => !recent.includes(query)),
    },
  ];
  return groups
    .filter(({ queries }) => queries.length > 0)
    .map(({ id, label, queries }) => ({
      id,
      label,
      options: queries.map((query): Option => ({ kind: 'query', query })),
    }));
}
