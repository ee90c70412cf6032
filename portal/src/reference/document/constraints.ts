import type { Schema } from './openapi';

/** The limits of a schema's values, its default and the like, as name and text. */
export function constraints(schema: Schema): [string, string][] {
  const all: [string, unknown][] = [
    ['Constant', schema.const],
    ['Default', schema.default],
    ['Minimum', schema.minimum],
    ['Maximum', schema.maximum],
    ['Greater than', asNumber(schema.exclusiveMinimum)],
    ['Less than', asNumber(schema.exclusiveMaximum)],
    ['Multiple of', schema.multipleOf],
    ['Length', range(schema.minLength, schema.maxLength, 'characters')],
    ['Size', range(schema.minItems, schema.maxItems, 'items')],
    ['Pattern', readablePattern(schema.pattern)],
  ];
  const present = all.filter(([, value]) => value !== undefined);
  return present.map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]);
}

/** Nobody reads a longer pattern; the description and the examples show the form of the values. */
const maxPatternLength = 80;

const readablePattern = (pattern: string | undefined) =>
  pattern !== undefined && pattern.length <= maxPatternLength ? pattern : undefined;

/** In OpenAPI 3.0 the exclusive limits are booleans beside `minimum` and `maximum`, which are shown anyway. */
const asNumber = (limit: number | boolean | undefined) => (typeof limit === 'number' ? limit : undefined);

function range(minimum: number | undefined, maximum: number | undefined, unit: string): string | undefined {
  if (minimum === undefined && maximum === undefined) return undefined;
  if (minimum === maximum) return `${maximum} ${unit}`;
  if (maximum === undefined) return `minimum ${minimum} ${unit}`;
  return minimum ? `${minimum} to ${maximum} ${unit}` : `maximum ${maximum} ${unit}`;
}
