import type { DateRange } from './types.js';

/** Timestamps in RFC 3339, which cannot be confused with the API's dates (`YYYY-DD-MM`). */
const timestamp = (date: Date | string | undefined) =>
  date instanceof Date ? date.toISOString() : (date ?? '');

function textOf(name: string, value: unknown): string {
  if (Array.isArray(value)) {
    // The API treats an empty value as an absent parameter, and would return all records.
    if (value.length === 0) throw new TypeError(`'${name}' is an empty list; leave it out for no filter`);
    return value.map(String).join(',');
  }
  if (value instanceof Date) {
    // A single timestamp would match one millisecond only.
    throw new TypeError(`'${name}' must be a range, such as { from: new Date('${value.toISOString()}') }`);
  }
  if (typeof value === 'object') {
    const { from, to } = value as DateRange;
    return from === undefined && to === undefined ? '' : `${timestamp(from)},${timestamp(to)}`;
  }
  return String(value);
}

/** Encodes parameters for a URL. `null`, `undefined` and empty texts are left out. */
export function queryOf(parameters: Readonly<Record<string, unknown>>): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value === null || value === undefined) continue;
    const text = textOf(name, value);
    if (text !== '') query.set(name, text);
  }
  return query;
}
