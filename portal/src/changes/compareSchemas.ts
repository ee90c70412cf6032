import type { Schema } from '../reference/document/openapi';
import { type Resolver, schemaName, typesOf } from '../reference/document/schemas';
import { type Change, change, when } from './change';

/** Compares the schemas of values in two documents. */
export class SchemaComparison {
  /** The changes of each named schema, by its name in the earlier document; they are not part of other results. */
  readonly named = new Map<string, Change[]>();

  constructor(
    private readonly old: Resolver,
    private readonly now: Resolver,
    /** The pairs of named schemas whose comparison has begun, which ends recursion. */
    private readonly compared = new Set<string>(),
  ) {}

  compare(subject: string, before: Schema, after: Schema, isRequest: boolean): Change[] {
    const [name, newName] = [schemaName(before.$ref), schemaName(after.$ref)];
    if (name === undefined || newName === undefined) return this.values(subject, before, after, isRequest);
    const pair = `${name} ${newName} ${isRequest}`;
    if (!this.compared.has(pair)) {
      this.compared.add(pair);
      const changes = this.values(name, this.old.resolve(before), this.now.resolve(after), isRequest);
      this.named.set(name, [...(this.named.get(name) ?? []), ...changes]);
    }
    return when(name !== newName, change('changed', subject, `Now ${newName}, was ${name}.`));
  }

  private values(subject: string, before: Schema, after: Schema, isRequest: boolean): Change[] {
    const [old, now] = [this.old.flatten(before), this.now.flatten(after)];
    const inner = (name: 'items' | 'additionalProperties', suffix: string) => {
      const [oldInner, newInner] = [old[name], now[name]];
      if (typeof oldInner !== 'object' || newInner === false) return [];
      return this.compare(
        subject + suffix,
        oldInner,
        typeof newInner === 'object' ? newInner : {},
        isRequest,
      );
    };
    return [
      ...this.types(subject, [before, old], [after, now], isRequest),
      ...enumerations(subject, old, now, isRequest),
      ...(isRequest ? limits(subject, old, now) : []),
      ...this.fields(subject, old, now, isRequest),
      ...inner('items', '[]'),
      ...inner('additionalProperties', '.*'),
    ];
  }

  /** What one side sends, the other must accept. Requests are sent by programs of the earlier document. */
  private types(
    subject: string,
    [before, old]: [Schema, Schema],
    [after, now]: [Schema, Schema],
    isRequest: boolean,
  ): Change[] {
    const [sent, accepted] = isRequest ? [old, now] : [now, old];
    const breaking =
      !typesAllowed(sent).every((type) => typesAllowed(accepted).includes(type)) ||
      (accepted.format !== undefined && accepted.format !== sent.format) ||
      !this.acceptsAlternatives(old, now, isRequest);
    const [was, is] = [typeText(before), typeText(after)];
    if (was === is) return when(breaking, change('changed', subject, 'Its alternatives.', true));
    // A response that states its type for the first time had it before.
    const isStated = !isRequest && was === 'any value';
    return when(breaking || !isStated, change('changed', subject, `Now ${is}, was ${was}.`, breaking));
  }

  private acceptsAlternatives(old: Schema, now: Schema, isRequest: boolean): boolean {
    if (!(old.oneOf ?? old.anyOf ?? now.oneOf ?? now.anyOf)) return true;
    const [before, after] = [alternativesOf(old), alternativesOf(now)];
    for (const alternative of before.filter(({ $ref }) => $ref !== undefined)) {
      const same = after.find(({ $ref }) => $ref === alternative.$ref);
      if (same) this.compare('', alternative, same, isRequest);
    }
    const isCompatible = (one: Schema, other: Schema) => {
      const trial = new SchemaComparison(this.old, this.now, new Set(this.compared));
      const changes = trial.compare('', one, other, isRequest);
      return ![...changes, ...[...trial.named.values()].flat()].some(({ breaking }) => breaking);
    };
    return isRequest
      ? before.every((one) => after.some((other) => isCompatible(one, other)))
      : after.every((other) => before.some((one) => isCompatible(one, other)));
  }

  private fields(subject: string, before: Schema, after: Schema, isRequest: boolean): Change[] {
    const [old, now] = [before.properties ?? {}, after.properties ?? {}];
    return Object.keys({ ...now, ...old }).flatMap((name): Change[] => {
      const at = `${subject}.${name}`;
      const [oldField, newField] = [old[name], now[name]];
      if (!newField) return [change('removed', at, '', true)];
      const wasRequired = before.required?.includes(name);
      const isRequired = after.required?.includes(name);
      if (!oldField) {
        const breaking = isRequest && isRequired;
        return [
          change('added', at, `${sentence(typeText(newField))}${breaking ? ' Required.' : ''}`, breaking),
        ];
      }
      // Programs that do not use a new parameter which selects fields receive all of them.
      const isSelected = after['x-selected-by'] !== undefined && before['x-selected-by'] === undefined;
      const isLost = !isRequest && wasRequired && !isRequired && !isSelected;
      return [
        ...when(isRequest && isRequired && !wasRequired, change('changed', at, 'Required.', true)),
        ...when(isLost, change('changed', at, 'Can be missing.', true)),
        ...when(newField.deprecated && !oldField.deprecated, change('deprecated', at)),
        ...this.compare(at, oldField, newField, isRequest),
      ];
    });
  }
}

/** A value that is gone breaks both: programs that send it, and programs that filter by it or show its records. */
function enumerations(subject: string, old: Schema, now: Schema, isRequest: boolean): Change[] {
  const [before, after] = [valuesOf(old), valuesOf(now)];
  if (!before || !after) {
    const isNarrower = isRequest ? after !== undefined : before !== undefined;
    return when(isNarrower, change('changed', subject, after ? 'Only certain values.' : 'Any value.', true));
  }
  return [
    ...after
      .filter((value) => !before.includes(value))
      .map((value) => change('added', subject, `Value \`${value}\`.`)),
    ...before
      .filter((value) => !after.includes(value))
      .map((value) => change('removed', subject, `Value \`${value}\`.`, true)),
  ];
}

/** Those of which a greater value accepts less. */
const lowerLimits = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'] as const;
const upperLimits = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'] as const;

function limits(subject: string, old: Schema, now: Schema): Change[] {
  const narrower = [
    ...lowerLimits.filter((name) => (now[name] ?? -Infinity) > (old[name] ?? -Infinity)),
    ...upperLimits.filter((name) => (now[name] ?? Infinity) < (old[name] ?? Infinity)),
    // Any change may exclude values that were accepted.
    ...(['pattern', 'multipleOf'] as const).filter(
      (name) => now[name] !== undefined && now[name] !== old[name],
    ),
  ];
  const isClosed = now.additionalProperties === false && old.additionalProperties !== false;
  return [
    ...narrower.map((name) => ({
      ...change('changed', subject, `Now ${name} \`${now[name]}\`.`, true),
      limit: true,
    })),
    ...when(isClosed, change('changed', subject, 'No unknown fields.', true)),
  ];
}

function typesAllowed(schema: Schema): string[] {
  const { types, nullable } = typesOf(schema);
  if (types.length === 0 && !nullable) {
    return ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'];
  }
  return [...types, ...(types.includes('number') ? ['integer'] : []), ...(nullable ? ['null'] : [])];
}

/** The enumerated values. Null is a type as well, and compared as one. */
const valuesOf = ({ const: only, enum: values = only === undefined ? undefined : [only] }: Schema) =>
  values?.filter((value) => value !== null);

const alternativesOf = ({ oneOf, anyOf = oneOf, ...only }: Schema): Schema[] => anyOf ?? [only];

function typeText(schema: Schema): string {
  const { types, nullable } = typesOf(schema);
  const alternatives = schema.oneOf ?? schema.anyOf ?? schema.allOf;
  const name =
    schemaName(schema.$ref) ??
    (types.join(' or ') || alternatives?.map(typeText).join(' or ') || 'any value');
  return `${name}${schema.format ? ` (${schema.format})` : ''}${nullable ? ' or null' : ''}`;
}

const sentence = (text: string) => `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}.`;
