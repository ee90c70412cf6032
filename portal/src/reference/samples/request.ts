import type { ParameterLocation } from '../model';

/** A parameter of a request. */
export interface RequestParameter {
  name: string;
  in: ParameterLocation;
  required?: boolean;
  /** The allowed values of an enumeration. */
  values?: string[];
  /** Whether it takes several values, separated by commas. */
  isList?: boolean;
  /** The order of its dates, if it takes a range of dates. */
  dates?: DateOrder;
  /** What is sent if it is left out. */
  default?: string;
  example?: string;
  /** Whether samples show this optional parameter. */
  isShown?: boolean;
}

/** `2024-31-12`, as filters of records expect it, or `2024-12-31`. */
export type DateOrder = 'day-first' | 'month-first';

/** What samples and the Try it form need to build a request of an operation. */
export interface RequestTemplate {
  method: string;
  path: string;
  /** Whether the operation requires a token. */
  token?: boolean;
  parameters: RequestParameter[];
  body?: BodyTemplate;
  /** Whether the response is text instead of JSON. */
  returnsText?: boolean;
}

interface BodyTemplate {
  type: string;
  text: string;
  /** The paths of the fields of a JSON body that come from a file. */
  file?: { content: string[]; name?: string[] };
}

/** The parts of an uploaded file. */
export type FilePartName = 'name' | 'content';

/** A value that a sample reads from a file. */
export class FilePart {
  constructor(readonly name: FilePartName) {}
}

/** A complete HTTP request. */
export interface HttpRequest {
  method: string;
  url: string;
  headers: [name: string, value: string][];
  /** The value of a JSON body, or the text of any other. */
  body?: { json: unknown } | { text: string };
}

interface RequestValues {
  server: string;
  token?: string;
  /** The values of parameters by `keyOf`; parameters with empty values are left out. */
  values: Map<string, string>;
  /** Replaces the example body. */
  body?: string;
}

/** Builds a request from a template and values. */
export function buildRequest(
  template: RequestTemplate,
  { server, token, values, body }: RequestValues,
): HttpRequest {
  const present = template.parameters.flatMap((parameter) => {
    const value = values.get(keyOf(parameter)) ?? '';
    return value === '' ? [] : [{ parameter, value }];
  });
  const of = (location: ParameterLocation) => present.filter(({ parameter }) => parameter.in === location);
  const path = of('path').reduce(
    (text, { parameter, value }) => text.replace(`{${parameter.name}}`, encodeURIComponent(value)),
    template.path,
  );
  const query = of('query').map(({ parameter, value }) => `${parameter.name}=${queryValue(value)}`);
  const headers = of('header').map(({ parameter, value }): [string, string] => [parameter.name, value]);
  if (token !== undefined && template.token) headers.push(['Authorization', `Bearer ${token}`]);
  const text = body ?? template.body?.text;
  if (text !== undefined && template.body) headers.push(['Content-Type', template.body.type]);
  return {
    method: template.method,
    url: server + path + (query.length > 0 ? `?${query.join('&')}` : ''),
    headers,
    ...(text !== undefined && template.body && { body: bodyOf(template.body.type, text) }),
  };
}

/** Identifies a parameter: parameters in different locations can have the same name. */
export const keyOf = ({ in: location, name }: RequestParameter) => `${location} ${name}`;

/** Commas, which separate the ends of ranges, stay readable. */
const queryValue = (value: string) => encodeURIComponent(value).replaceAll('%2C', ',');

/** The body of a request as text, if it has one. */
export function bodyText({ body }: HttpRequest): string | undefined {
  if (body === undefined) return undefined;
  return 'json' in body ? JSON.stringify(body.json, null, 2) : body.text;
}

function bodyOf(type: string, text: string): HttpRequest['body'] {
  if (!/[/+]json\b/.test(type)) return { text };
  try {
    return { json: JSON.parse(text) };
  } catch {
    return { text };
  }
}
