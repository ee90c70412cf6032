import { plainText } from '../document/markdown';
import type { Field, Operation, Reference } from '../model';
import type { RequestParameter } from '../samples/request';

/** A request in a collection. */
export interface CollectionRequest {
  name: string;
  description: string;
  method: string;
  path: string;
  /** Whether it sends the token. */
  token: boolean;
  /** Whether its response contains the token. */
  issuesToken: boolean;
  parameters: (RequestParameter & { description: string })[];
  body?: { type: string; text: string };
}

/** A folder of a collection: a group of the reference. */
export interface CollectionFolder {
  name: string;
  description: string;
  requests: CollectionRequest[];
}

/** The variables of a collection, which users fill in; the login request sets `token`. */
export const variables = (server: string): Record<string, string> => ({
  base_url: server,
  client_id: '',
  client_secret: '',
  token: '',
});

/** How to use a collection. */
export const instructions =
  'Set the variables base_url (the URL of the platform), client_id and client_secret. The request that gets a token stores it in the variable token, which all other requests send.';

/** All requests of the API by group. */
export function foldersOf({ groups, tokenOperation }: Reference): CollectionFolder[] {
  return groups
    .filter(({ operations }) => operations.length > 0)
    .map(({ title, description, operations }) => ({
      name: title,
      description: plainText(description),
      requests: operations.map((operation) => requestOf(operation, operation.id === tokenOperation)),
    }));
}

function requestOf(operation: Operation, issuesToken: boolean): CollectionRequest {
  const { title, description, parameters, request } = operation;
  const fields = new Map<string, Field>(
    parameters.flatMap((group) =>
      group.parameters.map((field) => [`${group.location} ${field.name}`, field] as const),
    ),
  );
  const { body } = request;
  return {
    name: title,
    description: plainText(description),
    method: request.method,
    path: request.path,
    token: request.token === true,
    issuesToken,
    parameters: request.parameters.map((parameter) => ({
      ...parameter,
      description: plainText(fields.get(`${parameter.in} ${parameter.name}`)?.description ?? ''),
    })),
    ...(body && { body: issuesToken ? { ...body, text: withVariables(body.text) } : body }),
  };
}

/** The credentials in a body as variables. */
const withVariables = (json: string) =>
  json.replace(/"(client_id|client_secret)": "[^"]*"/g, (_, name) => `"${name}": "{{${name}}}"`);
