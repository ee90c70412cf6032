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

/** Finds the examples of the document, and generates values from schemas that have none. */
export class Examples {
  constructor(private readonly resolver: Resolver) {}

  /** The example of a body: the stated one, otherwise one generated from its schema. */
  ofContent(content: MediaType): unknown {
    const stated = this.stated(content);
    return stated !== undefined || content.schema === undefined ? stated : this.ofSchema(content.schema);
  }

  /** The example that a body or parameter states. */
  stated({ example, examples }: { example?: unknown; examples?: Record<string, Example> }): unknown {
    const first = Object.values(examples ?? {})[0];
    return example ?? (first && this.resolver.resolve(first).value);
  }

  /** An example value of a schema; `within` are the references that lead to it, which ends recursion. */
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
