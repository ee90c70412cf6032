import type { HttpRequest } from './request';

/** Returns a program in one language that sends the request. */
export type CodeGenerator = (request: HttpRequest) => string;

/** How a language writes literals. */
export interface Notation {
  text: (value: string) => string;
  null: string;
  true: string;
  false: string;
  list: (items: string[]) => Collection;
  map: (entries: [key: string, value: string][]) => Collection;
}

/** The delimiters and items of a list or map literal. */
export interface Collection {
  open: string;
  items: string[];
  close: string;
}

/** Writes a JSON value as a literal of another language, one item per line. */
export function literal(value: unknown, notation: Notation, indent = ''): string {
  if (value === null || value === undefined) return notation.null;
  if (typeof value === 'boolean') return value ? notation.true : notation.false;
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return notation.text(value);
  const inner = `${indent}${step}`;
  const collection = Array.isArray(value)
    ? notation.list(value.map((item) => literal(item, notation, inner)))
    : notation.map(Object.entries(value).map(([key, field]) => [key, literal(field, notation, inner)]));
  return block(collection, indent);
}

/** Writes items between delimiters, one item per line. */
export function block({ open, items, close }: Collection, indent = ''): string {
  if (items.length === 0) return open + close;
  return `${open}\n${items.map((item) => `${indent}${step}${item}`).join(',\n')}\n${indent}${close}`;
}

const step = '  ';

/** A string in double quotes, in the syntax of JSON and most languages. */
export const quoted = (value: string) => JSON.stringify(value);

/** A string in single quotes, in the syntax of scripting languages. */
export const singleQuoted = (value: string) => `'${value.replace(/\\/g, '\\\\').replace(/'/g, "\\'")}'`;

/** The body of a request as text, if it has one. */
export function bodyText({ body }: HttpRequest): string | undefined {
  if (body === undefined) return undefined;
  return 'json' in body ? JSON.stringify(body.json, null, 2) : body.text;
}

/** The method with a capital first letter, for example `Get`. */
export const capitalised = (method: string) => method.charAt(0) + method.slice(1).toLowerCase();
