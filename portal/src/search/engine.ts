import MiniSearch, { type SearchOptions, type SearchResult } from 'minisearch';
import type { Section } from './sections';

/** A section that matches a query, and its words that match. */
export interface Match extends Section {
  words: string[];
}

/** Searches sections; the best matches come first. */
export type SearchEngine = (query: string) => Match[];

const maxMatches = 24;

/** Indexes sections for search. */
export function createSearchEngine(sections: Section[]): SearchEngine {
  const index = new MiniSearch<Section & { id: number; path: string }>({
    fields: ['title', 'page', 'path', 'text'],
    tokenize,
    searchOptions: {
      prefix: true,
      boost: { title: 4, page: 1.5, path: 1.5 },
    },
  });
  index.addAll(sections.map((section, id) => ({ ...section, id, path: section.url })));
  return (query) => {
    const results = strategies.reduce<SearchResult[]>(
      (results, options) => (results.length ? results : index.search(query, options)),
      [],
    );
    return results.slice(0, maxMatches).flatMap(({ id, terms }) => {
      const section = sections[id as number];
      return section ? [{ ...section, words: terms }] : [];
    });
  };
}

/** The first strategy with results is used: all words, all words with more typos, some of the words. */
const strategies: SearchOptions[] = [
  { combineWith: 'AND', fuzzy: typos(0.2) },
  { combineWith: 'AND', fuzzy: typos(0.4) },
  { combineWith: 'OR', fuzzy: typos(0.2) },
];

/** Allows typos in a share of a word's letters; short words must match exactly. */
function typos(share: number) {
  return (word: string) => (word.length > 3 ? share : false);
}

/** Splits a text into words; an identifier such as `reactable_type` also yields its parts. */
export function tokenize(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}_]+/u)
    .flatMap((word) => (word.includes('_') ? [word, ...word.split('_')] : [word]))
    .filter(Boolean);
}
