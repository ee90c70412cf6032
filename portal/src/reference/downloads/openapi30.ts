import type { OpenApiDocument } from '../document/openapi';

type Json = Record<string, unknown>;

/**
 * Converts an OpenAPI 3.1 document to 3.0 for tools that do not read 3.1. It covers what the document of this API uses:
 * a test validates the result against the schema of OpenAPI 3.0.
 */
export function openApi30(document: OpenApiDocument): Json {
  const { info, webhooks, ...rest } = walk(document) as Json & { info: Json };
  const { summary: _, license, ...about } = info;
  const { identifier, ...named } = (license ?? {}) as Json;
  // In 3.0, a license has a URL instead of an SPDX identifier.
  const licenseOf30 = {
    ...(identifier !== undefined && { url: `https://spdx.org/licenses/${identifier}.html` }),
    ...named,
  };
  return {
    ...rest,
    // 3.0 has no webhooks; some tools read this extension.
    ...(webhooks !== undefined && { 'x-webhooks': webhooks }),
    openapi: '3.0.3',
    info: { ...about, ...(license !== undefined && { license: licenseOf30 }) },
  };
}

/** Converts every schema in a part of the document; examples are data and remain. */
function walk(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(walk);
  if (!isObject(part)) return part;
  return mapValues(part, (value, key) => {
    if (key === 'schema') return schemaOf30(value);
    if (key === 'schemas' && isObject(value)) return mapValues(value, schemaOf30);
    return key === 'example' || key === 'examples' ? value : walk(value);
  });
}

const schemaKeywords = ['items', 'additionalProperties', 'not'];
const schemaLists = ['allOf', 'anyOf', 'oneOf'];

function schemaOf30(schema: unknown): unknown {
  if (!isObject(schema)) return schema;
  const inner = mapValues(schema, (value, key) => {
    if (key === 'properties' && isObject(value)) return mapValues(value, schemaOf30);
    if (schemaKeywords.includes(key)) return schemaOf30(value);
    if (!schemaLists.includes(key) || !Array.isArray(value)) return value;
    return value.map((variant) => variantOf30(schemaOf30(variant) as Json));
  });
  return withReference(withKeywords(withTypes(inner)));
}

/** In 3.0, `nullable` beside one type takes the place of the type `null`. */
function withTypes({ type, ...schema }: Json): Json {
  if (!Array.isArray(type)) return type === undefined ? schema : { type, ...schema };
  const types = type.filter((one) => one !== 'null');
  if (types.length === 1) return { type: types[0], ...schema, ...(type.length > 1 && { nullable: true }) };
  return { anyOf: type.map((one) => variantOf30({ type: one })), ...schema };
}

/** A variant of `anyOf`, beside which `nullable` would have no effect. */
const variantOf30 = (variant: Json): Json =>
  variant.type === 'null' ? { type: 'object', nullable: true, enum: [null] } : variant;

function withKeywords({ const: only, examples, exclusiveMinimum, exclusiveMaximum, ...schema }: Json): Json {
  const { contentEncoding, contentMediaType: _, propertyNames: __, required, ...rest } = schema;
  return {
    ...rest,
    // In 3.0, the list has at least one name.
    ...(Array.isArray(required) && required.length > 0 && { required }),
    ...(only !== undefined && { enum: [only] }),
    ...(Array.isArray(examples) && { example: examples[0] }),
    ...(typeof exclusiveMinimum === 'number' && { minimum: exclusiveMinimum, exclusiveMinimum: true }),
    ...(typeof exclusiveMaximum === 'number' && { maximum: exclusiveMaximum, exclusiveMaximum: true }),
    ...(contentEncoding === 'base64' && { format: 'byte' }),
  };
}

/** In 3.0, keywords beside `$ref` are ignored. */
function withReference({ $ref, ...schema }: Json): Json {
  if ($ref === undefined) return schema;
  return Object.keys(schema).length === 0 ? { $ref } : { allOf: [{ $ref }], ...schema };
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const mapValues = (object: object, convert: (value: unknown, key: string) => unknown): Json =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, convert(value, key)]));
