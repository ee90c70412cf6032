/** Words without meaning for the search. */
export const stopWords = new Set(
  (
    'a an and are be can do does for from how i in into is it me my of on or should the there to what when where ' +
    'which why with you your'
  ).split(' '),
);

/** Splits a text into words; an identifier such as `reactable_type` or `spool-megabytes` also yields its parts. */
export function tokenize(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}_-]+/u)
    .map((word) => word.replace(/^-+|-+$/g, ''))
    .flatMap((word) => (isIdentifier(word) ? [word, ...word.split(/[_-]+/)] : [word]))
    .filter(Boolean);
}

/** Whether a word has several parts. */
export const isIdentifier = (word: string) => /[_-]/.test(word);

const minimumStemLength = 4;

/** A word without an ending such as `-ing` or the plural `-s`. */
export function stemOf(word: string): string {
  const stem = word.replace(/(?:ations?|ing|ies|ed|es|s)$/, '');
  return stem.length >= minimumStemLength ? stem : word;
}
