/** The parts of an OpenAPI 3.0 or 3.1 document that the reference shows. */
export interface OpenApiDocument {
  openapi: string;
  info: { title: string; version: string; description?: string };
  servers?: { url: string; variables?: Record<string, { default: string }> }[];
  tags?: { name: string; description?: string }[];
  /** Themes of tags, in the order in which they are shown; Redoc and other tools use the same extension. */
  'x-tagGroups'?: { name: string; tags: string[] }[];
  security?: Record<string, string[]>[];
  paths?: Record<string, PathItem>;
  /** The requests that the API sends, by the type of their event. */
  webhooks?: Record<string, PathItem>;
  components?: { schemas?: Record<string, Schema> };
}

export const methods = ['get', 'post', 'put', 'patch', 'delete', 'options', 'head', 'trace'] as const;

export type PathItem = { parameters?: Parameter[]; summary?: string; description?: string } & Partial<
  Record<(typeof methods)[number], OperationObject>
>;

export interface OperationObject {
  operationId?: string;
  summary?: string;
  description?: string;
  deprecated?: boolean;
  tags?: string[];
  security?: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: RequestBodyObject;
  responses?: Record<string, ResponseObject>;
}

export interface Parameter {
  $ref?: string;
  name: string;
  in: 'path' | 'query' | 'header' | 'cookie';
  description?: string;
  required?: boolean;
  deprecated?: boolean;
  style?: string;
  explode?: boolean;
  schema?: Schema;
  content?: Record<string, MediaType>;
  example?: unknown;
  examples?: Record<string, Example>;
}

export interface RequestBodyObject {
  $ref?: string;
  description?: string;
  required?: boolean;
  content: Record<string, MediaType>;
}

export interface ResponseObject {
  $ref?: string;
  description: string;
  headers?: Record<string, Omit<Parameter, 'name' | 'in'>>;
  content?: Record<string, MediaType>;
}

export interface MediaType {
  schema?: Schema;
  example?: unknown;
  examples?: Record<string, Example>;
}

export interface Example {
  $ref?: string;
  summary?: string;
  value?: unknown;
}

export interface Schema {
  $ref?: string;
  title?: string;
  description?: string;
  type?: string | string[];
  format?: string;
  contentEncoding?: string;
  nullable?: boolean;
  deprecated?: boolean;
  readOnly?: boolean;
  writeOnly?: boolean;
  enum?: unknown[];
  /** The meaning of each value of `enum`, in a line of Markdown. */
  'x-enum-descriptions'?: Record<string, string>;
  /** The resource whose records the values identify. */
  'x-references'?: string;
  /** Whether values are personal data. */
  'x-personal-data'?: boolean;
  /** What each access level below `full` that sees the record sees of the field. */
  'x-access'?: Record<string, string>;
  /** The parameter that selects fields; only then, required fields can be missing. */
  'x-selected-by'?: string;
  /** What the keys of `additionalProperties` are, in one word. */
  'x-additionalPropertiesName'?: string;
  const?: unknown;
  default?: unknown;
  example?: unknown;
  examples?: unknown[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  allOf?: Schema[];
  oneOf?: Schema[];
  anyOf?: Schema[];
  discriminator?: { propertyName: string };
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number | boolean;
  exclusiveMaximum?: number | boolean;
  multipleOf?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  minProperties?: number;
  maxProperties?: number;
  uniqueItems?: boolean;
  pattern?: string;
}
