import type { ParameterLocation } from '../model';

/** A parameter of a request. */
export interface RequestParameter {
  name: string;
  in: ParameterLocation;
  required?: boolean;
  /** The allowed values of an enumeration. */
  values?: string[];
  example?: string;
}

/** What samples and the Try it form need to build a request of an operation. */
export interface RequestTemplate {
  method: string;
  path: string;
  /** Whether the operation requires a token. */
  token?: boolean;
  parameters: RequestParameter[];
  body?: { type: string; text: string };
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
  const query = of('query').map(({ parameter, value }) => `${parameter.name}=${encodeURIComponent(value)}`);
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

/** The request that samples show: required parameters only, with their example values. */
export function sampleRequest(template: RequestTemplate, server: string): HttpRequest {
  const required = template.parameters.filter((parameter) => parameter.required);
  const values = new Map(required.map((parameter) => [keyOf(parameter), parameter.example ?? '']));
  return buildRequest(template, { server, token: 'YOUR_TOKEN', values });
}

function bodyOf(type: string, text: string): HttpRequest['body'] {
  if (!/[/+]json\b/.test(type)) return { text };
  try {
    return { json: JSON.parse(text) };
  } catch {
    return { text };
  }
}
