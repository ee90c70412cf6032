import MiniSearch from 'minisearch';
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
      fuzzy: (word) => (word.length > 3 ? 0.2 : false),
      boost: { title: 4, page: 1.5, path: 1.5 },
    },
  });
  index.addAll(sections.map((section, id) => ({ ...section, id, path: section.address })));
  return (question) => {
    const strict = index.search(question, { combineWith: 'AND' });
    const results = strict.length ? strict : index.search(question);
    return results.slice(0, most).flatMap(({ id, terms }) => {
      const section = sections[id as number];
      return section ? [{ ...section, words: terms }] : [];
    });
  };
}

/** The words of a text; an identifier such as `reactable_type` counts whole and in its parts. */
export function words(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}_]+/u)
    .flatMap((word) => (word.includes('_') ? [word, ...word.split('_')] : [word]))
    .filter(Boolean);
}
