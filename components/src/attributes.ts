/** Reads an attribute of an element; `null` if it has none. */
export type Attribute = (name: string) => string | null;

/** A whole number in an attribute, at least `minimum` and at most `maximum`. */
export function integer(value: string | null, initial: number, minimum: number, maximum: number): number {
  const number = Number.parseInt(value ?? '', 10);
  return Number.isNaN(number) ? initial : Math.min(Math.max(number, minimum), maximum);
}

/** The number of records to show. */
export const limit = (attribute: Attribute) => integer(attribute('limit'), 6, 1, 24);

/** Ids that are separated by commas or white space, as a parameter of the API. */
export const ids = (value: string | null) =>
  value
    ?.split(/[\s,]+/)
    .filter(Boolean)
    .join(',');
