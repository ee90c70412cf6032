import { plainText } from '../document/markdown';
import type { Field, Operation, Reference } from '../model';
import { type CollectionParameter, type IdVariables, recordLists, withIdVariables } from './ids';

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
  ids: IdVariables;
  parameters: (CollectionParameter & { description: string })[];
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
export const instructions = `Set the variables client_id and client_secret, and base_url if it is not the URL of the platform. The request that gets a token stores it in the variable token, which all other requests send.

Each request of a list stores the id of its first record in a variable, such as idea_id, which other requests use. In a run of the whole collection, requests whose id is unknown are skipped, and only the file that the run itself uploaded is changed and deleted.`;

/** All requests of the API by group. Groups with writing requests come last, when the lists have set the ids that they need. */
export function foldersOf({ groups, tokenOperation }: Reference): CollectionFolder[] {
  const lists = recordLists(groups);
  const folders = groups
    .filter(({ operations }) => operations.length > 0)
    .map(({ title, description, operations }) => ({
      name: title,
      description: plainText(description),
      requests: operations.map((operation) =>
        requestOf(operation, operation.id === tokenOperation, withIdVariables(operation.request, lists)),
      ),
    }));
  const isWriting = ({ requests }: CollectionFolder) =>
    requests.some(({ method, issuesToken }) => method !== 'GET' && !issuesToken);
  return [...folders.filter((folder) => !isWriting(folder)), ...folders.filter(isWriting)];
}

/** The query parameters that the collection sends, as the end of the URL. */
export function queryOf({ parameters }: CollectionRequest): string {
  const sent = parameters.filter((parameter) => parameter.in === 'query' && parameter.isSent);
  const query = sent.map(({ name, example = '' }) => `${name}=${example}`);
  return query.length > 0 ? `?${query.join('&')}` : '';
}

function requestOf(
  { title, description, parameters }: Operation,
  issuesToken: boolean,
  { request, ids }: ReturnType<typeof withIdVariables>,
): CollectionRequest {
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
    ids,
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
