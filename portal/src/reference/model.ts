import type { RequestTemplate } from './samples/request';

/** All that the page shows, made once from the OpenAPI document when the site is built. */
export interface Reference {
  title: string;
  version: string;
  /** HTML, as every description here. */
  description: string;
  /** Where the API is reached; samples are written for it. */
  server: string;
  /** The operation that answers tokens, where there is one. */
  tokenOperation?: string;
  /** Pages to read beside it. */
  links: { label: string; to: string }[];
  groups: Group[];
}

/** The operations of one tag and the objects that they answer. */
export interface Group {
  id: string;
  title: string;
  description: string;
  objects: ObjectDescription[];
  operations: Operation[];
}

/** A named schema, documented once and linked from everywhere else. */
export interface ObjectDescription {
  id: string;
  title: string;
  description: string;
  deprecated?: boolean;
  shape: Shape;
  example: string;
}

export interface Operation {
  id: string;
  method: string;
  path: string;
  title: string;
  description: string;
  deprecated?: boolean;
  parameters: ParameterGroup[];
  bodies: Content[];
  bodyRequired?: boolean;
  answers: Answer[];
  problems: Problem[];
  request: RequestTemplate;
}

/** Where a parameter stands in a request. */
export type Place = 'path' | 'query' | 'header' | 'cookie';

export interface ParameterGroup {
  place: Place;
  parameters: Field[];
}

/** A field of an object, a parameter or a header. */
export interface Field {
  /** Its anchor in the page. */
  id: string;
  name: string;
  description: string;
  required?: boolean;
  deprecated?: boolean;
  readOnly?: boolean;
  writeOnly?: boolean;
  shape: Shape;
}

/** A body in one content type. */
export interface Content {
  type: string;
  shape: Shape;
  example?: string;
}

export interface Answer {
  status: string;
  description: string;
  contents: Content[];
  headers: Field[];
}

/** An error answer and the codes that it can have. */
export interface Problem {
  status: string;
  description: string;
  codes: string[];
  /** What its bodies look like. */
  contents: Content[];
}

/** What a value looks like. */
export interface Shape {
  /** `string`, `integer`, `object`, `list`, `map`, `one of`, `any of`, `anything`. */
  name: string;
  format?: string;
  nullable?: boolean;
  /** The object that this value is, where that has a place of its own in the page. */
  link?: { id: string; title: string };
  /** What a list or a map holds. */
  items?: Shape;
  /** All values that there are. */
  values?: string[];
  /** Limits, the default and the like, as name and text. */
  facts?: [name: string, text: string][];
  /** The fields of an object without a name. */
  fields?: Field[];
  /** The alternatives of `one of` and `any of`. */
  variants?: Shape[];
  /** The field whose value tells the alternatives apart. */
  discriminator?: string;
}
