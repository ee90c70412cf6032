import { stemmer } from 'stemmer';

/** Words without meaning for the search. */
export const stopWords = new Set(
  (
    'a about all an and any are as at be by can could did do does for from give had has have how i if in into is it its itself let ' +
    'make may me much must my need not of on or our shall should so some such that the their them then there these they this those ' +
    'to us use used using want was we were what when where which while who whose why will with would you your'
  ).split(' '),
);

/** Names that are not made of letters alone. */
const names: Record<string, string> = { 'c#': 'csharp', 'c++': 'cplusplus', '.net': 'dotnet' };
const symbols = /(?<![\p{L}\p{N}])(?:c#|c\+\+|\.net)(?![\p{L}\p{N}])/giu;

/** Names such as `DiskLow`, of which a reader may know the words alone. */
const humps = /\b(?:[A-Z][a-z]+){2,}(?<!Script)\b/g;

/** Splits a text into words; an identifier such as `reactable_type` or `spool-megabytes` also yields its parts, unless `choose` selects. */
export function tokenize(
  text: string,
  choose = (identifier: string, parts: string[]) => [identifier, ...parts],
): string[] {
  return text
    .replace(symbols, (symbol) => names[symbol.toLowerCase()] ?? symbol)
    .replace(humps, (name) => `${name} ${name.replace(/(?<=[a-z])(?=[A-Z])/g, ' ')}`)
    .toLowerCase()
    .split(/[^\p{L}\p{N}_-]+/u)
    .map((word) => word.replace(/^-+|-+$/g, ''))
    .flatMap((word) => (isIdentifier(word) ? choose(word, word.split(/[_-]+/)) : [word]))
    .filter(Boolean);
}

/** Whether a word has several parts. */
export const isIdentifier = (word: string) => /[_-]/.test(word);

/** The stem of a word (Porter 1980): `pseudonym` for `pseudonyms` and `pseudonymisation`. Identifiers stay whole. */
export const stemOf = (word: string): string =>
  isIdentifier(word) ? word : stemmer(word.replace(/is(e[ds]?|ing|ations?)$/, 'iz$1'));

/** What the index has of a word: itself, and its stem. */
export function formsOf(word: string): string[] {
  return [...new Set([word, stemOf(word)])];
}
