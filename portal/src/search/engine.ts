import MiniSearch, { type SearchOptions, type SearchResult } from 'minisearch';
import type { Section } from './sections';

/** A section that was found, and the words of it that fit the question. */
export interface Found extends Section {
  words: string[];
}

/** Looks through sections; the best come first. */
export type Engine = (question: string) => Found[];

const most = 24;

/** Prepares sections for questions. */
export function engineOver(sections: Section[]): Engine {
  const index = new MiniSearch<Section & { id: number; path: string }>({
    fields: ['title', 'page', 'path', 'text'],
    tokenize: words,
    searchOptions: {
      prefix: true,
      boost: { title: 4, page: 1.5, path: 1.5 },
    },
  });
  index.addAll(sections.map((section, id) => ({ ...section, id, path: section.address })));
  return (question) => {
    const results = attempts.reduce<SearchResult[]>(
      (found, options) => (found.length ? found : index.search(question, options)),
      [],
    );
    return results.slice(0, most).flatMap(({ id, terms }) => {
      const section = sections[id as number];
      return section ? [{ ...section, words: terms }] : [];
    });
  };
}

/** All words with few typos first, then with more, and only then some of the words. */
const attempts: SearchOptions[] = [
  { combineWith: 'AND', fuzzy: forgiving(0.2) },
  { combineWith: 'AND', fuzzy: forgiving(0.4) },
  { combineWith: 'OR', fuzzy: forgiving(0.2) },
];

/** Forgives a share of a word's letters; short words have to be right. */
function forgiving(share: number) {
  return (word: string) => (word.length > 3 ? share : false);
}

/** The words of a text; an identifier such as `reactable_type` counts whole and in its parts. */
export function words(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}_]+/u)
    .flatMap((word) => (word.includes('_') ? [word, ...word.split('_')] : [word]))
    .filter(Boolean);
}
