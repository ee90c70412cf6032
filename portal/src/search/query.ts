import type { Query } from 'minisearch';
import { type Synonym, synonymsIn } from './synonyms';
import { isIdentifier, stemOf, stopWords, tokenize } from './words';

/** A part of a query: a word, or several words that have a synonym together. */
export interface Part {
  query: Query;
  /** The stems of the part and of its synonyms, to compare with titles. */
  titles: string[][];
}

/** How much a synonym counts, compared with the word itself: texts use it, and the word only occurs in them. */
const synonymBoost = 1;

/** How much the stem of a word counts. */
const stemBoost = 0.5;

/** Shorter words must match exactly: with one typo, most of them are another word. */
const minimumTypoLength = 6;
const twoTypoLength = 9;

/** Shorter words do not match the beginning of others. */
const minimumPrefixLength = 3;

/** The parts of a query without words such as "the", unless they belong to a synonym or the query consists of them. */
export function partsOf(query: string, isKnown: (word: string) => boolean): Part[] {
  const words = wordsOf(query, isKnown);
  const synonyms = synonymsIn(words);
  const parts: Part[] = [];
  const meaningless: Part[] = [];
  for (let position = 0; position < words.length; ) {
    const synonym = synonyms.find(({ start }) => start === position);
    const own = words.slice(position, position + (synonym?.length ?? 1));
    const isMeaningless = !synonym && own.every((word) => stopWords.has(word));
    (isMeaningless ? meaningless : parts).push(partOf(own, synonym, isKnown));
    position += own.length;
  }
  return parts.length > 0 ? parts : meaningless;
}

/** The words of a query. An identifier is one word if the index has it, otherwise it is split into its parts. */
function wordsOf(query: string, isKnown: (word: string) => boolean): string[] {
  return tokenize(query, (identifier, parts) => (isKnown(identifier) ? [identifier] : parts));
}

function partOf(words: string[], synonym: Synonym | undefined, isKnown: (word: string) => boolean): Part {
  const alternatives = synonym?.alternatives ?? [];
  const meaningful = words.filter((word) => !stopWords.has(word));
  const typed = meaningful.length > 0 ? meaningful : words;
  const asTyped: Query = { combineWith: 'AND', queries: typed.map((word) => wordOrStem(word, isKnown)) };
  const others = alternatives.map(
    (alternative): Query => ({
      combineWith: 'AND',
      queries: alternative.map((word) => wordQuery(word, synonymBoost)),
    }),
  );
  return {
    query: { combineWith: 'OR', queries: [asTyped, ...others] },
    titles: [typed, ...alternatives].map((one) => one.map(stemOf)),
  };
}

/** A word, its stem, and similar words if the index has none that starts like it. */
function wordOrStem(word: string, isKnown: (word: string) => boolean): Query {
  const stem = stemOf(word);
  const mayHaveTypos = word.length >= minimumTypoLength && !isKnown(word);
  const typos = word.length >= twoTypoLength ? 2 : 1;
  const exact = wordQuery(word, 1, mayHaveTypos ? typos : undefined);
  return stem === word ? exact : { combineWith: 'OR', queries: [exact, wordQuery(stem, stemBoost)] };
}

function wordQuery(word: string, boost: number, typos?: number): Query {
  return {
    queries: [word],
    tokenize: (text) => [text],
    boostTerm: () => boost,
    // A word with a typo is not similar to an identifier.
    boostDocument: (_, term) => (isIdentifier(word) || !isIdentifier(term) || term.startsWith(word) ? 1 : 0),
    prefix: word.length >= minimumPrefixLength,
    fuzzy: typos ?? false,
  };
}
