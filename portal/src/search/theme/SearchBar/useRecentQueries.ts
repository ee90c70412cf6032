import { useStorageSlot } from '@docusaurus/theme-common';

const maxQueries = 5;

interface RecentQueries {
  queries: string[];
  add: (query: string) => void;
  clear: () => void;
}

/** The queries whose results the reader opened, the latest first; stored in the browser. */
export function useRecentQueries(): RecentQueries {
  const [stored, slot] = useStorageSlot('folkmoot.recent-searches');
  const queries = stored ? stored.split('\n') : [];
  return {
    queries,
    add: (text) => {
      const query = text.trim().replace(/\s+/g, ' ');
      const others = queries.filter((other) => other !== query);
      if (query) slot.set([query, ...others].slice(0, maxQueries).join('\n'));
    },
    clear: () => slot.del(),
  };
}
