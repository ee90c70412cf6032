import MiniSearch from 'minisearch';
import { operationsIn } from './operations';
import { type Part, partsOf } from './query';
import type { Section } from './sections';
import { isIdentifier, stemOf, stopWords, tokenize } from './words';

/** A section that matches a query, and its words that match. */
export interface Match extends Section {
  words: string[];
}

/** Searches sections; the best matches come first. */
export type SearchEngine = (query: string) => Match[];

/** How much more a section counts if its title is exactly the query. */
const exactTitleFactor = 3;

/** How much more a page with exactly this title counts than a section with it. */
const exactPageFactor = 1.5;

/** How much more a section counts if its title is exactly a part of the query. */
const partOfTitleFactor = 1.75;

/** How much more a page counts than its sections. */
const pageFactor = 1.15;

/** How a section matches the parts of a query. */
interface Found {
  score: number;
  words: Set<string>;
  /** The number of parts that it matches. */
  parts: number;
}

/** Indexes sections for search. */
export function createSearchEngine(sections: Section[]): SearchEngine {
  const index = new MiniSearch<Section & { id: number; path: string }>({
    fields: ['title', 'page', 'path', 'text'],
    tokenize,
    searchOptions: { boost: { title: 4, page: 1.5, path: 1.5 } },
  });
  index.addAll(
    sections.map((section, id) => ({ ...section, id, path: section.operation?.path ?? section.url })),
  );
  const isKnown = (word: string) =>
    index.search(word, { prefix: true, tokenize: (text) => [text] }).length > 0;

  return (query) => {
    const named = operationsIn(query, sections);
    if (named.length > 0) return named.map((section) => ({ ...section, words: [] }));
    const parts = partsOf(query, isKnown);
    return ranked(sections, parts, findParts(index, parts));
  };
}

function findParts(index: MiniSearch, parts: Part[]): Map<number, Found> {
  const all = new Map<number, Found>();
  for (const { query } of parts) {
    for (const { id, score, terms } of index.search(query)) {
      const found = all.get(id) ?? { score: 0, words: new Set(), parts: 0 };
      found.score += score;
      found.parts += 1;
      for (const term of terms) found.words.add(term);
      all.set(id, found);
    }
  }
  return all;
}

/** The sections that match the most parts, and those whose title is exactly one of the parts. */
function ranked(sections: Section[], parts: Part[], found: Map<number, Found>): Match[] {
  const best = Math.max(0, ...[...found.values()].map((one) => one.parts));
  const factorOf = titleFactors(parts);
  return [...found]
    .flatMap(([id, { score, words, parts: matched }]) => {
      const section = sections[id];
      const titleFactor = section ? factorOf(section) : 1;
      if (!section || (matched < best && titleFactor === 1)) return [];
      const factor = section.weight * titleFactor * (section.url.includes('#') ? 1 : pageFactor);
      return [{ match: { ...section, words: [...words] }, score: score * factor * (matched / parts.length) }];
    })
    .sort((one, other) => other.score - one.score)
    .map(({ match }) => match);
}

/** Compares titles with the query; operations also without their verb: `ideas` is the title of "List ideas". */
function titleFactors(parts: Part[]): (section: Section) => number {
  const single = parts.length === 1 ? parts[0]?.titles : undefined;
  const complete = new Set((single ?? [parts.flatMap(({ titles }) => titles[0] ?? [])]).map(keyOf));
  const partial = new Set(parts.flatMap(({ titles }) => titles.map(keyOf)));
  const longQueryFactor = Math.min(parts.length, 2);
  return ({ title, operation, url }) => {
    const words = tokenize(title.replace(settingValue, ''))
      .filter((word) => !stopWords.has(word))
      .map(stemOf);
    const withoutIdentifiers = words.filter((word) => !isIdentifier(word));
    const keys = [words, withoutIdentifiers, ...(operation ? [words.slice(1)] : [])].map(keyOf);
    if (keys.some((key) => complete.has(key))) {
      return exactTitleFactor * longQueryFactor * (url.includes('#') ? 1 : exactPageFactor);
    }
    return keys.some((key) => partial.has(key)) ? partOfTitleFactor : 1;
  };
}

/** The value in the title of a setting, such as `--log-level LEVEL`. */
const settingValue = / [A-Z][A-Z:]*$/;

/** The same for words in any order. */
function keyOf(stems: string[]): string {
  return [...stems].sort().join(' ');
}
