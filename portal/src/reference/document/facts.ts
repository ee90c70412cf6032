import type { Schema } from './openapi';

/** The limits of a schema's values, its default and the like, as name and text. */
export function facts(schema: Schema): [string, string][] {
  const all: [string, unknown][] = [
    ['Always', schema.const],
    ['Default', schema.default],
    ['At least', schema.minimum],
    ['At most', schema.maximum],
    ['More than', asNumber(schema.exclusiveMinimum)],
    ['Less than', asNumber(schema.exclusiveMaximum)],
    ['Multiple of', schema.multipleOf],
    ['Length', between(schema.minLength, schema.maxLength, 'characters')],
    ['Length', between(schema.minItems, schema.maxItems, 'items')],
    ['Pattern', schema.pattern],
  ];
  const told = all.filter(([, value]) => value !== undefined);
  return told.map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]);
}

/** In 3.0 this is a mark on the limit itself, which then reads well enough without it. */
const asNumber = (limit: number | boolean | undefined) => (typeof limit === 'number' ? limit : undefined);

function between(least: number | undefined, most: number | undefined, unit: string): string | undefined {
  if (least === undefined && most === undefined) return undefined;
  if (least === most) return `${most} ${unit}`;
  if (most === undefined) return `at least ${least} ${unit}`;
  return least ? `${least} to ${most} ${unit}` : `at most ${most} ${unit}`;
}
