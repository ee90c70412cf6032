import MiniSearch from 'minisearch';
import { operationsIn } from './operations';
import { type Part, partsOf } from './query';
import type { Section } from './sections';
import { formsOf, isIdentifier, stemOf, stopWords, tokenize } from './words';

/** A section that matches a query, and its words that match. */
export interface Match extends Section {
  words: string[];
}

/** Searches sections; the best matches come first. */
export type SearchEngine = (query: string) => Match[];

/** How much more a section counts if its title is exactly the query. */
const exactTitleFactor = 3;

/** How much more a section counts if exactly the query is one of its keywords. */
const keywordFactor = 3;

/** How much more a page with exactly this title counts than a section with it. */
const exactPageFactor = 1.5;

/** How much more a section counts if its title is exactly a part of the query that is as rare as all others together. */
const partOfTitleFactor = 1.75;

/** How much more a page counts than its sections. */
const pageFactor = 1.15;

/** How much a section counts of what its page has and it has not. */
const sharedFactor = 0.35;

/** What a section must have of the query, compared with the section that has most. */
const minimumCoverage = 0.6;

/** A part of a query, and how rare it is. */
interface RarePart extends Part {
  rarity: number;
}

/** How well a section or a page matches the parts of a query, by their index. */
interface Found {
  scores: number[];
  words: Set<string>;
}

/** Indexes sections for search. */
export function createSearchEngine(sections: Section[]): SearchEngine {
  const index = new MiniSearch<Section & { id: number; path: string }>({
    fields: ['title', 'keywords', 'page', 'path', 'description', 'text', 'code'],
    tokenize: (text) => tokenize(text),
    extractField: (section, field) => {
      const value = section[field as keyof Section];
      return Array.isArray(value) ? value.join(' ') : String(value ?? '');
    },
    processTerm: (word) => formsOf(word),
    searchOptions: {
      boost: { title: 4, keywords: 3, page: 1.5, path: 1.5, description: 1.5, code: 0.3 },
      processTerm: (word) => word,
    },
  });
  index.addAll(
    sections.map((section, id) => ({ ...section, id, path: section.operation?.path ?? section.url })),
  );
  const keywords = sections.map(
    (section) => new Set((section.keywords ?? []).map((one) => keyOf(stemsOf(one)))),
  );
  const isKnown = (word: string) =>
    index.search(word, { prefix: true, tokenize: (text) => [text] }).length > 0;

  return (query) => {
    const named = operationsIn(query, sections);
    if (named.length > 0) return named.map((section) => ({ ...section, words: [] }));
    const found = new Map<number, Found>();
    const parts = partsOf(query, isKnown).map((part, number): RarePart => {
      const results = index.search(part.query);
      for (const { id, score, terms } of results) {
        const one = found.get(id) ?? { scores: [], words: new Set() };
        one.scores[number] = score;
        for (const term of terms) one.words.add(term);
        found.set(id, one);
      }
      return { ...part, rarity: results.length > 0 ? Math.log(1 + sections.length / results.length) : 0 };
    });
    return ranked(sections, keywords, parts, found);
  };
}

/** The sections that have most of the query, or whose title is exactly a part of it. */
function ranked(
  sections: Section[],
  keywords: Set<string>[],
  parts: RarePart[],
  found: Map<number, Found>,
): Match[] {
  const total = parts.reduce((sum, { rarity }) => sum + rarity, 0);
  const coverageOf = (scores: number[]) =>
    parts.reduce((sum, { rarity }, number) => sum + (scores[number] ? rarity : 0), 0) / total;
  const pages = new Map<string, number[]>();
  for (const [id, { scores }] of found) {
    const page = pages.get(pageOf(sections[id])) ?? [];
    parts.forEach((_, number) => {
      page[number] = Math.max(page[number] ?? 0, scores[number] ?? 0);
    });
    pages.set(pageOf(sections[id]), page);
  }
  const factorOf = titleFactors(parts, total);
  const all = [...found].flatMap(([id, { scores, words }]) => {
    const section = sections[id];
    if (!section) return [];
    const page = pages.get(pageOf(section)) ?? [];
    const shared = parts.map((_, number) => {
      const own = scores[number] ?? 0;
      return own + sharedFactor * ((page[number] ?? 0) - own);
    });
    const coverage = (1 - sharedFactor) * coverageOf(scores) + sharedFactor * coverageOf(page);
    const titleFactor = factorOf(section, keywords[id]);
    const factor = section.weight * titleFactor * (section.url.includes('#') ? 1 : pageFactor);
    const score = shared.reduce((sum, one) => sum + one, 0) * factor * coverage ** 2;
    return [{ match: { ...section, words: [...words] }, score, coverage, isTitle: titleFactor > 1 }];
  });
  const best = Math.max(0, ...all.map(({ coverage }) => coverage));
  return all
    .filter(({ coverage, isTitle }) => isTitle || coverage >= minimumCoverage * best)
    .sort((one, other) => other.score - one.score)
    .map(({ match }) => match);
}

/** The path of the page of a section. */
const pageOf = (section: Section | undefined) => section?.url.replace(/#.*/, '') ?? '';

/** Compares titles and keywords with the query; operations also without their verb: `ideas` is the title of "List ideas". */
function titleFactors(
  parts: RarePart[],
  total: number,
): (section: Section, keywords: Set<string> | undefined) => number {
  const single = parts.length === 1 ? parts[0]?.titles : undefined;
  const typed = keyOf(parts.flatMap(({ titles }) => titles[0] ?? []));
  const complete = new Set(single ? single.map(keyOf) : [typed]);
  const partial = new Map(
    parts.flatMap(({ titles, rarity }) => titles.map((title) => [keyOf(title), rarity])),
  );
  const longQueryFactor = Math.min(parts.length, 2);
  return ({ title, operation, url }, keywords) => {
    const words = stemsOf(title.replace(settingValue, ''));
    const withoutIdentifiers = words.filter((word) => !isIdentifier(word));
    const keys = [words, withoutIdentifiers, ...(operation ? [words.slice(1)] : [])].map(keyOf);
    if (keys.some((key) => complete.has(key))) {
      return exactTitleFactor * longQueryFactor * (url.includes('#') ? 1 : exactPageFactor);
    }
    if (keywords?.has(typed)) return keywordFactor;
    const rarity = Math.max(0, ...keys.map((key) => partial.get(key) ?? 0));
    return 1 + (partOfTitleFactor - 1) * (rarity / total);
  };
}

/** The stems of the words that have a meaning. */
const stemsOf = (text: string) =>
  tokenize(text)
    .filter((word) => !stopWords.has(word))
    .map(stemOf);

/** The value in the title of a setting, such as `--log-level LEVEL`. */
const settingValue = / [A-Z][A-Z:]*$/;

/** The same for words in any order. */
function keyOf(stems: string[]): string {
  return [...stems].sort().join(' ');
}
