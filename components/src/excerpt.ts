/** Elements whose text a reader of the page does not see. */
const unseen =
  /<!--.*?(?:-->|$)|<(script|style|template|noscript|iframe|object|svg|math|textarea|select|title)\b.*?(?:<\/\1\s*>|$)/gis;
const tag = /<[a-z/!?](?:"[^"]*(?:"|$)|'[^']*(?:'|$)|[^'">]+)*(?:>|$)/gi;
/** The elements that do not separate words. */
const inline =
  /^<\/?(?:a|abbr|b|bdi|bdo|cite|code|del|dfn|em|font|i|ins|kbd|mark|q|s|samp|small|span|strong|sub|sup|u|var|wbr)\b/i;

/**
 * HTML without its tags; character references remain. What is not removed is shown as text, never parsed as HTML. A parsed document
 * would run nothing either, but its attributes such as `onerror` are violations of the policy of the page.
 */
export const withoutTags = (html: string) =>
  html.replace(unseen, ' ').replace(tag, (found) => (inline.test(found) ? '' : ' '));

/** The text of HTML, on one line. */
export function plainText(html: string): string {
  const references = withoutTags(html).replaceAll('<', '&lt;');
  const { body } = new DOMParser().parseFromString(references, 'text/html');
  return oneLine(body.textContent ?? '');
}

/** A text without line breaks and repeated white space. */
export const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

/**
 * The beginning of a text: at most `length` characters and an ellipsis. It ends after a word, unless a single word is longer
 * than half of it.
 */
export function cut(text: string, length: number): string {
  const characters = Array.from(text.slice(0, 2 * length + 2));
  if (characters.length <= length) return text;
  const beginning = characters.slice(0, length).join('');
  const space = characters[length] === ' ' ? beginning.length : beginning.lastIndexOf(' ');
  const end = space > beginning.length / 2 ? space : beginning.length;
  return `${beginning.slice(0, end).replace(/[\s.,;:!?…–-]+$/u, '')}…`;
}
