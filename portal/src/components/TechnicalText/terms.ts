/** A part of a text. */
export interface Term {
  text: string;
  isCode: boolean;
}

const patterns = [
  /`[^`]+`/,
  // A header with its value, such as "Accept: application/json".
  /[A-Z][a-z]+(?:-[A-Z][a-z]+)*: (?:Bearer <token>|application\/json)/,
  // The name of a header.
  /[A-Z][a-z]+(?:-[A-Z][a-z]+)*(?= header)/,
  /application\/json/,
  // A method with its path, or a path alone.
  /(?:(?:GET|POST|PATCH|PUT|DELETE) )?\/(?:api|oauth)\/[\w/{}-]*/,
  /YYYY-(?:DD-MM|MM-DD)/,
  // Names of fields.
  /\b[a-z]+(?:_[a-z]+)+\b/,
  /\b(?:detail|url)\b/,
];

const pattern = new RegExp(`(${patterns.map(({ source }) => source).join('|')})`);

/** Splits a text into code and prose. */
export function termsIn(text: string): Term[] {
  return text
    .split(pattern)
    .map((part, index) => ({ text: part.replaceAll('`', ''), isCode: index % 2 === 1 }))
    .filter((part) => part.text);
}
