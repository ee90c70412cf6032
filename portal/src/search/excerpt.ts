/** A piece of text, marked where it is what the reader asked for. */
export interface Piece {
  text: string;
  hit: boolean;
  /** Where it begins in the text. */
  at: number;
}

const before = 40;
const length = 150;

/** The part of a text around the first of the words, in pieces. */
export function excerpt(text: string, words: string[]): Piece[] {
  const first = text.search(pattern(words));
  const start = first > before ? text.lastIndexOf(' ', first - before) + 1 : 0;
  const end = start + length < text.length ? text.lastIndexOf(' ', start + length) : text.length;
  const cut = text.slice(start, Math.max(end, start + before));
  return pieces(`${start > 0 ? '… ' : ''}${cut}${end < text.length ? ' …' : ''}`, words);
}

/** A text in pieces, cut where one of the words begins or ends. */
export function pieces(text: string, words: string[]): Piece[] {
  let at = 0;
  return text
    .split(pattern(words))
    .map((piece, index) => {
      const result = { text: piece, hit: index % 2 === 1, at };
      at += piece.length;
      return result;
    })
    .filter((piece) => piece.text);
}

function pattern(words: string[]): RegExp {
  const escaped = words.map((word) => word.replace(/[^\p{L}\p{N}_]/gu, '\\$&'));
  return escaped.length ? new RegExp(`(?<![\\p{L}\\p{N}])(${escaped.join('|')})`, 'giu') : /($^)/;
}
