/** A segment of a text. */
export interface Segment {
  text: string;
  /** Whether it matches the query. */
  isMatch: boolean;
  /** Its position in the text. */
  position: number;
}

const charactersBefore = 40;
const maxCharacters = 150;

/** The part of a text around the first match of the words. */
export function excerpt(text: string, words: string[]): Segment[] {
  const first = text.search(pattern(words));
  const start = first > charactersBefore ? text.lastIndexOf(' ', first - charactersBefore) + 1 : 0;
  const end =
    start + maxCharacters < text.length ? text.lastIndexOf(' ', start + maxCharacters) : text.length;
  const cut = text.slice(start, Math.max(end, start + charactersBefore));
  return segments(`${start > 0 ? '… ' : ''}${cut}${end < text.length ? ' …' : ''}`, words);
}

/** Splits a text where one of the words starts or ends. */
export function segments(text: string, words: string[]): Segment[] {
  let position = 0;
  return text
    .split(pattern(words))
    .map((part, index) => {
      const segment = { text: part, isMatch: index % 2 === 1, position };
      position += part.length;
      return segment;
    })
    .filter((segment) => segment.text);
}

function pattern(words: string[]): RegExp {
  // Longer words first, so that an identifier is one match.
  const escaped = [...words]
    .sort((one, other) => other.length - one.length)
    .map((word) => word.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&'));
  return escaped.length ? new RegExp(`(?<![\\p{L}\\p{N}])(${escaped.join('|')})`, 'giu') : /($^)/;
}
