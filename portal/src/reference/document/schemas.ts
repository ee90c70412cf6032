import type { OpenApiDocument, Schema } from './openapi';

/** Resolves references inside one document. */
export class Resolver {
  constructor(private readonly document: OpenApiDocument) {}

  /** Follows a chain of references to its end; returns a part that is not a reference unchanged. */
  resolve<Part extends { $ref?: string }>(part: Part): Part {
    const seen = new Set<string>();
    let current = part;
    while (current.$ref !== undefined) {
      if (seen.has(current.$ref)) throw new Error(`The reference ${current.$ref} is circular.`);
      seen.add(current.$ref);
      const { $ref, ...beside } = current;
      current = { ...(this.find($ref) as Part), ...beside };
    }
    return current;
  }

  /** Merges all parts of a schema's `allOf` into one schema. */
  flatten(schema: Schema): Schema {
    const resolved = this.resolve(schema);
    if (resolved.allOf === undefined) return resolved;
    const { allOf, ...own } = resolved;
    const parts = [...allOf.map((part) => this.flatten(part)), own];
    const properties = Object.assign({}, ...parts.map((part) => part.properties));
    return Object.assign({}, ...parts, {
      properties: Object.keys(properties).length > 0 ? properties : undefined,
      required: parts.flatMap(({ required = [] }) => required),
    });
  }

  /** The names of schemas that other schemas use, not only bodies. */
  partNames(): Set<string> {
    const names = new Set<string>();
    const walk = (part: unknown, key: string) => {
      if (typeof part !== 'object' || part === null) return;
      const name = schemaName((part as Schema).$ref);
      if (name !== undefined && key !== 'schema') names.add(name);
      for (const [inner, value] of Object.entries(part)) walk(value, inner);
    };
    walk(this.document, '');
    return names;
  }

  private find($ref: string): unknown {
    if (!$ref.startsWith('#/'))
      throw new Error(
        `The reference ${$ref} does not start with #/. Only references inside the document are supported.`,
      );
    const found = $ref
      .slice(2)
      .split('/')
      .map((key) => decodeURIComponent(key).replace(/~1/g, '/').replace(/~0/g, '~'))
      .reduce<unknown>(
        (part, key) => (part === undefined ? part : (part as Record<string, unknown>)[key]),
        this.document,
      );
    if (found === undefined) throw new Error(`The OpenAPI document has no ${$ref}.`);
    return found;
  }
}

/** The name of the schema that a reference points to, if it is one of the document's named schemas. */
export const schemaName = ($ref?: string) => $ref?.match(/^#\/components\/schemas\/([^/]+)$/)?.[1];

/** The types of a schema except null, and whether null is one of them, in OpenAPI 3.0 and 3.1. */
export function typesOf(schema: Schema): { types: string[]; nullable: boolean } {
  const all = schema.type === undefined ? typesOfValues(schema) : [schema.type].flat();
  const types = all.filter((type) => type !== 'null');
  return { types, nullable: types.length < all.length || schema.nullable === true };
}

/** The types of the allowed values, for a schema with `const` or `enum` and without `type`. */
function typesOfValues({ const: only, enum: values = only === undefined ? [] : [only] }: Schema): string[] {
  return [...new Set(values.map((value) => (value === null ? 'null' : typeof value)))];
}

/** Whether values are objects or alternatives, which get their own section in the page. */
export function isComposed(schema: Schema): boolean {
  return (
    Object.keys(schema.properties ?? {}).length > 0 ||
    schema.oneOf !== undefined ||
    schema.anyOf !== undefined ||
    schema.allOf !== undefined
  );
}

/** Whether null is the only value that a schema allows. */
export const isNull = (schema: Schema) => schema.type === 'null' || schema.const === null;
