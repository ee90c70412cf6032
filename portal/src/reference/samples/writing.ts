import type { Request } from './request';

/** Writes one request in one language. */
export type Writer = (request: Request) => string;

/** How a language writes values inside its code. */
export interface Notation {
  text: (value: string) => string;
  null: string;
  true: string;
  false: string;
  list: (items: string[]) => Layout;
  map: (entries: [key: string, value: string][]) => Layout;
}

/** What a list or a map opens with, holds and closes with. */
export interface Layout {
  open: string;
  items: string[];
  close: string;
}

/** A JSON value in another language's notation, one item a line. */
export function literal(value: unknown, notation: Notation, indent = ''): string {
  if (value === null || value === undefined) return notation.null;
  if (typeof value === 'boolean') return value ? notation.true : notation.false;
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return notation.text(value);
  const inner = `${indent}${step}`;
  const layout = Array.isArray(value)
    ? notation.list(value.map((item) => literal(item, notation, inner)))
    : notation.map(Object.entries(value).map(([key, field]) => [key, literal(field, notation, inner)]));
  return block(layout, indent);
}

/** Items one a line between what opens and what closes them. */
export function block({ open, items, close }: Layout, indent = ''): string {
  if (items.length === 0) return open + close;
  return `${open}\n${items.map((item) => `${indent}${step}${item}`).join(',\n')}\n${indent}${close}`;
}

const step = '  ';

/** Text in double quotes, as JSON and most languages write it. */
export const quoted = (value: string) => JSON.stringify(value);

/** Text in single quotes, as scripting languages write it. */
export const singleQuoted = (value: string) => `'${value.replace(/\\/g, '\\\\').replace(/'/g, "\\'")}'`;

/** The text that a request sends, if any. */
export function bodyText({ body }: Request): string | undefined {
  if (body === undefined) return undefined;
  return 'json' in body ? JSON.stringify(body.json, null, 2) : body.text;
}

/** The method with a capital first letter: `Get`. */
export const capitalised = (method: string) => method.charAt(0) + method.slice(1).toLowerCase();
