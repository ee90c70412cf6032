import type { RequestTemplate } from './samples/request';

/** All that the page shows, compiled once from the OpenAPI document when the site is built. */
export interface Reference {
  title: string;
  version: string;
  /** HTML, like every description here. */
  description: string;
  /** The base URL of the API; samples use it. */
  server: string;
  /** The id of the operation that issues tokens, if there is one. */
  tokenOperation?: string;
  /** Links to related pages. */
  links: { label: string; to: string }[];
  groups: Group[];
}

/** The page that leads to all others: what readers do most, the resources, and a table of all operations. */
export interface Overview extends Omit<Reference, 'groups' | 'title' | 'tokenOperation'> {
  tasks: Task[];
  groups: OverviewGroup[];
}

/** What readers do most, with the operation that does it. */
export interface Task {
  title: string;
  text: string;
  operation: OverviewOperation;
}

export interface OverviewGroup extends Omit<Group, 'objects' | 'operations' | 'webhooks'> {
  webhooks?: Pick<Webhooks, 'id' | 'title' | 'page'>;
  objects: Pick<ObjectDescription, 'id' | 'title' | 'page'>[];
  operations: OverviewOperation[];
}

export interface OverviewOperation
  extends Pick<Operation, 'id' | 'page' | 'method' | 'path' | 'title' | 'deprecated' | 'scopes'> {
  /** HTML: what it does, in one sentence; empty if its group says it. */
  sentence: string;
  /** The filters of a list that other lists do not have. */
  filters: string[];
}

/** The operations of one tag and the objects that they return. */
export interface Group {
  id: string;
  title: string;
  /** The theme that the group belongs to. */
  theme?: string;
  description: string;
  objects: ObjectDescription[];
  operations: Operation[];
  /** The requests that the platform sends, if the group is about them. */
  webhooks?: Webhooks;
}

/** The requests that the platform sends to other servers, by the type of their event. */
export interface Webhooks {
  id: string;
  /** The path of their page below `/api/`. */
  page: string;
  title: string;
  /** HTML, as in the group. */
  description: string;
  guides?: GuideLink[];
  headers: Field[];
  /** Example headers, one in each line. */
  headersHtml: string;
  /** The body of the event with the most fields. */
  body: Shape;
  exampleHtml: string;
  /** What the platform does for each status that it receives. */
  responses: Pick<ErrorResponse, 'status' | 'description'>[];
  subjects: WebhookSubject[];
}

/** The events about records of one resource. */
export interface WebhookSubject {
  title: string;
  events: WebhookEvent[];
}

export interface WebhookEvent {
  /** Its anchor, such as `webhook-idea.created`. */
  id: string;
  type: string;
  description: string;
  /** The parts of the body with fields that the others do not have. */
  fields: Field[];
  exampleHtml: string;
}

/** A named schema, documented once and linked from everywhere else. */
export interface ObjectDescription {
  id: string;
  /** The path of its own page below `/api/`, such as `ideas/object`. */
  page: string;
  title: string;
  description: string;
  deprecated?: boolean;
  shape: Shape;
  /** An example as highlighted JSON. */
  exampleHtml: string;
}

export interface Operation {
  id: string;
  /** The path of its own page below `/api/`, such as `ideas/list`. */
  page: string;
  method: string;
  path: string;
  title: string;
  description: string;
  deprecated?: boolean;
  /** The guides about the operation. */
  guides?: GuideLink[];
  parameters: ParameterGroup[];
  bodies: BodyContent[];
  bodyRequired?: boolean;
  responses: SuccessResponse[];
  errors: ErrorResponse[];
  request: RequestTemplate;
  /** The OAuth scopes that a token needs; undefined if the operation needs no token. */
  scopes?: string[];
  /** The curl sample, highlighted. */
  curlHtml: string;
  /** The commands that get the token for the curl sample, highlighted; only the page of the operation shows them. */
  tokenHtml?: string;
}

/** A link to a guide. */
export interface GuideLink {
  label: string;
  to: string;
}

/** The part of a request that a parameter belongs to. */
export type ParameterLocation = 'path' | 'query' | 'header' | 'cookie';

export interface ParameterGroup {
  /** Its anchor in the page of an operation. */
  id: string;
  location: ParameterLocation;
  title: string;
  /** What the parameters are for, in one line. With it they are folded. */
  summary?: string;
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
  /** Whether its values are personal data. */
  personal?: boolean;
  /** What access levels below `full` see of it, unless all see it completely. */
  access?: FieldAccess[];
  /** The guide about it. */
  guide?: GuideLink;
  shape: Shape;
}

/** What some access levels see of a field. */
export interface FieldAccess {
  levels: string[];
  text: string;
}

/** A request or response body in one content type. */
export interface BodyContent {
  contentType: string;
  shape: Shape;
  /** An example, highlighted if it is JSON. */
  exampleHtml?: string;
}

export interface SuccessResponse {
  status: string;
  description: string;
  bodies: BodyContent[];
  headers: Field[];
}

/** An error response and the problem codes that it can have. */
export interface ErrorResponse {
  status: string;
  description: string;
  codes: string[];
  bodies: BodyContent[];
  /** Example bodies; only the page of the operation shows them. */
  examples?: ErrorExample[];
}

/** An example of an error body. */
export interface ErrorExample {
  /** Its problem code, if it has one. */
  code?: string;
  /** The body as highlighted JSON. */
  html: string;
}

/** What a value looks like. */
export interface Shape {
  /** `string`, `integer`, `object`, `list`, `map`, `one of`, `any of` or `anything`. */
  name: string;
  format?: string;
  nullable?: boolean;
  /** The object that this value is, if that object has its own section. Pages of operations have its fields as well. */
  link?: { id: string; title: string; page: string };
  /** The shape of the items of a list or the values of a map. */
  items?: Shape;
  /** What the keys of a map are, in one word. */
  key?: string;
  /** HTML: what the values of a map are. */
  valueDescription?: string;
  /** The allowed values of an enumeration. */
  values?: EnumValue[];
  /** Limits, the default value and the like, as name and text. */
  constraints?: [name: string, text: string][];
  /** The fields of an object without a name. */
  fields?: Field[];
  /** The alternatives of `one of` and `any of`. */
  variants?: Shape[];
  /** The field whose value identifies the alternative. */
  discriminator?: string;
}

/** One value of an enumeration. */
export interface EnumValue {
  value: string;
  /** HTML: its meaning according to `x-enum-descriptions`. */
  meaning?: string;
}
