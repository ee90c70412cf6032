import type { Schema } from '../reference/document/openapi';
import { schemaName, typesOf } from '../reference/document/schemas';
import type { Change } from './compare';

/** A change of a value or of a field in it; `path` leads to the field. */
export type Difference = Omit<Change, 'subject'> & { path: string };

/** Compares two schemas of the same value. A reference is compared by its name, and its target under that name. */
export function compareSchemas(before: Schema, after: Schema, isRequest: boolean, path = ''): Difference[] {
  const of = (inner: 'items' | 'additionalProperties', suffix: string) => {
    const [old, now] = [before[inner], after[inner]];
    if (typeof now !== 'object') return [];
    return compareSchemas(typeof old === 'object' ? old : {}, now, isRequest, path + suffix);
  };
  return [
    ...comparedTypes(before, after, isRequest, path),
    ...comparedValues(before, after, path),
    ...comparedFields(before, after, isRequest, path),
    ...of('items', '[]'),
    ...of('additionalProperties', '.*'),
  ];
}

/** A response must not have a further type, a request must not lose one. */
function comparedTypes(before: Schema, after: Schema, isRequest: boolean, path: string): Difference[] {
  const [old, now] = [typeText(before), typeText(after)];
  if (old === now) return [];
  if (old === 'any value' && !isRequest) return [];
  const [oldTypes, newTypes] = [allTypes(before), allTypes(after)];
  const [narrow, wide] = isRequest ? [oldTypes, newTypes] : [newTypes, oldTypes];
  const breaking = !narrow.every((type) => wide.includes(type)) || before.format !== after.format;
  return [{ kind: 'changed', path, text: `Now ${now}, was ${old}.`, ...(breaking && { breaking }) }];
}

function comparedValues({ enum: before }: Schema, { enum: after }: Schema, path: string): Difference[] {
  if (!before || !after) return [];
  const valueText = (value: unknown) => `Value \`${value}\`.`;
  return [
    ...after
      .filter((value) => value !== null && !before.includes(value))
      .map((value): Difference => ({ kind: 'added', path, text: valueText(value) })),
    ...before
      .filter((value) => value !== null && !after.includes(value))
      .map((value): Difference => ({ kind: 'removed', path, text: valueText(value), breaking: true })),
  ];
}

function comparedFields(before: Schema, after: Schema, isRequest: boolean, path: string): Difference[] {
  const old = before.properties ?? {};
  const now = after.properties ?? {};
  const names = new Set([...Object.keys(now), ...Object.keys(old)]);
  return [...names].flatMap((name): Difference[] => {
    const at = `${path}.${name}`;
    const [oldField, newField] = [old[name], now[name]];
    if (!newField) return [{ kind: 'removed', path: at, text: '', breaking: true }];
    const [wasRequired, isRequired] = [before, after].map(
      ({ required }) => required?.includes(name) === true,
    );
    if (!oldField) {
      const breaking = isRequest && isRequired;
      const text = `${sentence(typeText(newField))}${breaking ? ' Required.' : ''}`;
      return [{ kind: 'added', path: at, text, ...(breaking && { breaking }) }];
    }
    const differences = compareSchemas(oldField, newField, isRequest, at);
    if (newField.deprecated && !oldField.deprecated) {
      differences.unshift({ kind: 'deprecated', path: at, text: '' });
    }
    if (isRequest && isRequired && !wasRequired) {
      differences.unshift({ kind: 'changed', path: at, text: 'Required.', breaking: true });
    }
    if (!isRequest && wasRequired && !isRequired) {
      differences.unshift({ kind: 'changed', path: at, text: 'Can be missing.', breaking: true });
    }
    return differences;
  });
}

function allTypes(schema: Schema): string[] {
  if (schema.$ref !== undefined) return [schema.$ref];
  const { types, nullable } = typesOf(schema);
  return [...types, ...(nullable ? ['null'] : [])];
}

function typeText(schema: Schema): string {
  const { types, nullable } = typesOf(schema);
  const alternatives = schema.oneOf ?? schema.anyOf ?? schema.allOf;
  const name =
    schemaName(schema.$ref) ??
    (types.join(' or ') || alternatives?.map(typeText).join(' or ') || 'any value');
  return `${name}${schema.format ? ` (${schema.format})` : ''}${nullable ? ' or null' : ''}`;
}

const sentence = (text: string) => `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}.`;
