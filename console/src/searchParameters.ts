/** A search parameter as text; `undefined` if it is absent or empty. */
export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** A search parameter as a positive integer; `undefined` if it is none. */
export function numberOf(value: unknown): number | undefined {
  const number = Number(value);
  return Number.isSafeInteger(number) && number > 0 ? number : undefined;
}
