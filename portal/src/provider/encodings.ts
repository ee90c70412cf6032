/**
 * How a value is written: in HTML and XML text and attributes (`html`), in a JSON string (`json`), unchanged as text
 * (`text`), or unchanged as HTML (`raw`).
 */
export type Encoding = 'html' | 'json' | 'text' | 'raw';

const encoders: Record<Encoding, (value: string) => string> = {
  html: (value) => value.replace(/[&<>"'`=\s]/g, (character) => `&#${character.codePointAt(0)};`),
  json: (value) => JSON.stringify(value).slice(1, -1).replace(/[<>&]/g, unicodeEscape),
  text: (value) => value,
  raw: (value) => value,
};

const unicodeEscape = (character: string) => `\\u00${character.charCodeAt(0).toString(16)}`;

/** Writes a value for its context. Minified HTML has attributes without quotes, hence the references for white space. */
export const encode = (value: string, encoding: Encoding): string => encoders[encoding](value);
