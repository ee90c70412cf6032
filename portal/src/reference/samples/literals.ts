import { FilePart, type FilePartName } from './request';
import type { SampleProgram } from './sampleProgram';

/** Returns a program in one language that sends the request of a sample. */
export type CodeGenerator = (program: SampleProgram) => string;

/** How a language writes literals. */
export interface Notation {
  text: (value: string) => string;
  null: string;
  true: string;
  false: string;
  list: (items: string[]) => Collection;
  map: (entries: [key: string, value: string][]) => Collection;
  /** Expressions for the name and the content of the uploaded file. */
  file: Record<FilePartName, string>;
  /** The indentation of one level; two spaces if undefined. */
  step?: string;
}

/** The delimiters and items of a list or map literal. */
export interface Collection {
  open: string;
  items: string[];
  close: string;
  /** Whether items in one line are separated from the delimiters by spaces. */
  spaced?: boolean;
}

/** Collections up to this length are written in one line. */
const maxLine = 60;

const defaultStep = '  ';

/** Writes a JSON value as a literal of another language. */
export function literal(value: unknown, notation: Notation, indent = ''): string {
  if (value instanceof FilePart) return notation.file[value.name];
  if (value === null || value === undefined) return notation.null;
  if (typeof value === 'boolean') return value ? notation.true : notation.false;
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return notation.text(value);
  const { step = defaultStep } = notation;
  const inner = indent + step;
  const collection = Array.isArray(value)
    ? notation.list(value.map((item) => literal(item, notation, inner)))
    : notation.map(Object.entries(value).map(([key, field]) => [key, literal(field, notation, inner)]));
  return block(collection, indent, step);
}

/** Writes items between delimiters: in one line if they are short, otherwise one per line. */
export function block(collection: Collection, indent = '', step = defaultStep): string {
  const { open, items, close, spaced } = collection;
  const space = spaced && items.length > 0 ? ' ' : '';
  const line = open + space + items.join(', ') + space + close;
  if (items.length === 0 || (line.length <= maxLine && !line.includes('\n'))) return line;
  return `${open}\n${items.map((item) => indent + step + item).join(',\n')}\n${indent}${close}`;
}

/** A string in double quotes, in the syntax of JSON and most languages. */
export const quoted = (value: string) => JSON.stringify(value);

/** A string in single quotes, in the syntax of scripting languages. */
export const singleQuoted = (value: string) => `'${value.replace(/\\/g, '\\\\').replace(/'/g, "\\'")}'`;

/** A character for private use, which no request contains, marks an expression inside a text. */
const mark = '\uE000';

const marked = new RegExp(`${mark}(name|content)${mark}`);

/**
 * A body as text of a language: `textOf` writes the parts of it as the content of a string, and `file` are the
 * expressions to insert for the name and the content of the uploaded file.
 */
export function bodyCode(
  body: SampleProgram['request']['body'],
  textOf: (text: string) => string,
  file: Record<FilePartName, string>,
): string | undefined {
  if (body === undefined) return undefined;
  if ('text' in body) return textOf(body.text);
  const short = JSON.stringify(body.json, withMarks);
  const text = short.length <= maxLine ? short : JSON.stringify(body.json, withMarks, 2);
  return text
    .split(marked)
    .map((part, index) => (index % 2 === 1 ? file[part as FilePartName] : textOf(part)))
    .join('');
}

const withMarks = (_: string, value: unknown) =>
  value instanceof FilePart ? `${mark}${value.name}${mark}` : value;

/** The method with a capital first letter, for example `Get`. */
export const capitalised = (method: string) => method.charAt(0) + method.slice(1).toLowerCase();
