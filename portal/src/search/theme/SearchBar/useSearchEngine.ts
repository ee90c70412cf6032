import useBaseUrl from '@docusaurus/useBaseUrl';
import { useCallback, useEffect, useState } from 'react';
import type { SearchEngine } from '../../engine';
import type { Section } from '../../sections';

const engines = new Map<string, SearchEngine>();

interface SearchState {
  engine?: SearchEngine;
  failed: boolean;
  retry: () => void;
}

/** Loads the search index once per visit. */
export function useSearchEngine(): SearchState {
  const url = useBaseUrl('/search.json');
  const [engine, setEngine] = useState(() => engines.get(url));
  const [failed, setFailed] = useState(false);
  const load = useCallback(async () => {
    setFailed(false);
    try {
      const response = await fetch(url);
      if (!response.ok) {
        throw new Error(`${url} returned ${response.status}`);
      }
      const { createSearchEngine } = await import('../../engine');
      const loaded = createSearchEngine(shownSections(await response.json()));
      engines.set(url, loaded);
      setEngine(() => loaded);
    } catch (error) {
      console.warn('The search failed to load.', error);
      setFailed(true);
    }
  }, [url]);
  useEffect(() => {
    if (!engines.has(url)) {
      load();
    }
  }, [url, load]);
  return { engine, failed, retry: load };
}

/** The sections that the provider shows. */
function shownSections(sections: Section[]): Section[] {
  const { providerOperatorGuides } = document.documentElement.dataset;
  return providerOperatorGuides === 'off' ? sections.filter(({ group }) => group !== 'operators') : sections;
}
