import type { Example, MediaType, Schema } from './openapi';
import { isNull, type Resolver, typesOf } from './schemas';

const byFormat: Record<string, unknown> = {
  uuid: '8a5f0d52-6c0e-4f5b-9a53-1d6d4c1f2b7e',
  'date-time': '2025-03-14T09:26:53.000Z',
  date: '2025-03-14',
  time: '09:26:53Z',
  email: 'resident@example.org',
  uri: 'https://example.org',
  binary: '<bytes>',
};

/** Makes example values from schemas where the document gives none. */
export class Examples {
  constructor(private readonly resolver: Resolver) {}

  /** The example of a body: the one it states, else one made from its schema. */
  ofContent(content: MediaType): unknown {
    const stated = this.stated(content);
    return stated !== undefined || content.schema === undefined ? stated : this.ofSchema(content.schema);
  }

  /** What a body or parameter states as its example. */
  stated({ example, examples }: { example?: unknown; examples?: Record<string, Example> }): unknown {
    const first = Object.values(examples ?? {})[0];
    return example ?? (first && this.resolver.resolve(first).value);
  }

  /** An example of a schema's values; `within` are the references that led to it. */
  ofSchema(schema: Schema, within: string[] = []): unknown {
    const flat = this.resolver.flatten(schema);
    const stated = [flat.example, flat.examples?.[0], flat.const, flat.default, flat.enum?.[0]];
    const found = stated.find((value) => value !== undefined);
    if (found !== undefined) return found;
    if (schema.$ref !== undefined && within.includes(schema.$ref)) return null;
    const inner = schema.$ref === undefined ? within : [...within, schema.$ref];
    const choice = (flat.oneOf ?? flat.anyOf)?.find((variant) => !isNull(variant));
    if (choice !== undefined && flat.properties === undefined) return this.ofSchema(choice, inner);
    return this.ofType(flat, inner);
  }

  private ofType(schema: Schema, within: string[]): unknown {
    const { types, nullable } = typesOf(schema);
    const type = types[0] ?? (schema.properties ? 'object' : schema.items ? 'array' : undefined);
    switch (type) {
      case 'object':
        return this.ofObject(schema, within);
      case 'array': {
        const item = schema.items && this.ofSchema(schema.items, within);
        return item === undefined || item === null ? [] : [item];
      }
      case 'integer':
      case 'number':
        return schema.minimum ?? 1;
      case 'boolean':
        return true;
      case 'string':
        return byFormat[schema.format ?? ''] ?? 'text';
      default:
        return nullable ? null : {};
    }
  }

  private ofObject(schema: Schema, within: string[]): unknown {
    const named = Object.entries(schema.properties ?? {}).map(([name, field]) => [
      name,
      this.ofSchema(field, within),
    ]);
    const more = schema.additionalProperties;
    if (named.length === 0 && typeof more === 'object') return { key: this.ofSchema(more, within) };
    return Object.fromEntries(named);
  }
}
