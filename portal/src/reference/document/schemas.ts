import type { OpenApiDocument, Schema } from './openapi';

/** Follows references inside one document. */
export class Resolver {
  constructor(private readonly document: OpenApiDocument) {}

  /** The part that a chain of references ends in; a part that is no reference is answered as it is. */
  resolve<Part extends { $ref?: string }>(part: Part): Part {
    const seen = new Set<string>();
    let current = part;
    while (current.$ref !== undefined) {
      if (seen.has(current.$ref)) throw new Error(`The reference ${current.$ref} leads back to itself.`);
      seen.add(current.$ref);
      const { $ref, ...beside } = current;
      current = { ...(this.find($ref) as Part), ...beside };
    }
    return current;
  }

  /** The schema with all parts of its `allOf` laid over each other. */
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

  /** The names of schemas that are parts of others, and not only the whole of a body. */
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
    if (!$ref.startsWith('#/')) throw new Error(`The reference ${$ref} leads out of the OpenAPI document.`);
    const found = $ref
      .slice(2)
      .split('/')
      .map((key) => decodeURIComponent(key).replace(/~1/g, '/').replace(/~0/g, '~'))
      .reduce<unknown>(
        (part, key) => (part === undefined ? part : (part as Record<string, unknown>)[key]),
        this.document,
      );
    if (found === undefined) throw new Error(`The OpenAPI document has nothing at ${$ref}.`);
    return found;
  }
}

/** The name of the schema that a reference leads to, if it is one of the document's named schemas. */
export const schemaName = ($ref?: string) => $ref?.match(/^#\/components\/schemas\/([^/]+)$/)?.[1];

/** The types of a schema apart from null, and whether null is one of them, in the forms of 3.0 and 3.1 alike. */
export function typesOf(schema: Schema): { types: string[]; nullable: boolean } {
  const all = schema.type === undefined ? typesOfValues(schema) : [schema.type].flat();
  const types = all.filter((type) => type !== 'null');
  return { types, nullable: types.length < all.length || schema.nullable === true };
}

/** The types of the only values that there are, where a schema names values and no type. */
function typesOfValues({ const: only, enum: values = only === undefined ? [] : [only] }: Schema): string[] {
  return [...new Set(values.map((value) => (value === null ? 'null' : typeof value)))];
}

/** Whether values are objects or a choice of several shapes, and so worth a description of their own. */
export function isComposed(schema: Schema): boolean {
  return (
    Object.keys(schema.properties ?? {}).length > 0 ||
    schema.oneOf !== undefined ||
    schema.anyOf !== undefined ||
    schema.allOf !== undefined
  );
}

/** Whether null is all that a schema allows. */
export const isNull = (schema: Schema) => schema.type === 'null' || schema.const === null;
