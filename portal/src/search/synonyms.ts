import synonyms from './synonym-list.json';

/** Words of a query, and the words that texts of the portal use instead. */
export interface Synonym {
  /** The first of the words in the query. */
  start: number;
  /** The number of words. */
  length: number;
  /** Each of these is a word or several. */
  alternatives: string[][];
}

interface Entry {
  words: string[];
  alternatives: string[][];
}

const entries: Entry[] = synonyms.flatMap(({ if: phrases, then }) =>
  phrases.map((phrase) => ({
    words: phrase.split(' '),
    alternatives: then.map((alternative) => alternative.split(' ')),
  })),
);

/** The synonyms in a query. Of two that overlap, the one with more words is used. */
export function synonymsIn(words: string[]): Synonym[] {
  const found: Synonym[] = [];
  for (let start = 0; start < words.length; start += 1) {
    const matching = entries.filter((entry) =>
      entry.words.every((word, index) => word === words[start + index]),
    );
    const length = Math.max(0, ...matching.map((entry) => entry.words.length));
    if (length === 0) continue;
    const alternatives = matching
      .filter((entry) => entry.words.length === length)
      .flatMap((entry) => entry.alternatives);
    found.push({ start, length, alternatives });
    start += length - 1;
  }
  return found;
}
