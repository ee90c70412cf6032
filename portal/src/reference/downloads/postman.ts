import { plainText } from '../document/markdown';
import type { Reference } from '../model';
import { type CollectionRequest, foldersOf, instructions, queryOf, variables } from './requests';
import { type ScriptDialect, scriptAfter, scriptBefore } from './scripts';

/** A Postman collection of all operations, in format 2.1. */
export function postmanCollection(reference: Reference) {
  return {
    info: {
      name: reference.title,
      description: `${instructions}\n\n${plainText(reference.description)}`,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}', type: 'string' }] },
    variable: Object.entries(variables(reference.server)).map(([key, value]) => ({ key, value })),
    item: foldersOf(reference).map(({ name, description, requests }) => ({
      name,
      description,
      item: requests.map(itemOf),
    })),
  };
}

const dialect: ScriptDialect = {
  json: 'pm.response.json()',
  get: (variable) => `pm.collectionVariables.get('${variable}')`,
  set: (variable, expression) => `pm.collectionVariables.set('${variable}', ${expression});`,
  skip: 'pm.execution.skipRequest();',
};

const scripts = (request: CollectionRequest) =>
  Object.entries({ prerequest: scriptBefore(request, dialect), test: scriptAfter(request, dialect) })
    .filter(([, exec]) => exec.length > 0)
    .map(([listen, exec]) => ({ listen, script: { type: 'text/javascript', exec } }));

function itemOf(request: CollectionRequest) {
  const { name, description, method, body, token, parameters } = request;
  const event = scripts(request);
  const headers = parameters.filter((parameter) => parameter.in === 'header');
  return {
    name,
    request: {
      method,
      description,
      ...(!token && { auth: { type: 'noauth' } }),
      header: [
        ...headers.map(({ name: key, example = '', isSent }) => ({
          key,
          value: example,
          ...(!isSent && { disabled: true }),
        })),
        ...(body ? [{ key: 'Content-Type', value: body.type }] : []),
      ],
      url: urlOf(request),
      ...(body && { body: { mode: 'raw', raw: body.text, options: { raw: { language: 'json' } } } }),
    },
    response: [],
    ...(event.length > 0 && { event }),
  };
}

/** Query parameters that the collection does not send are disabled; users enable those that they need. */
function urlOf(request: CollectionRequest) {
  const { path, parameters } = request;
  const segments = path
    .slice(1)
    .split('/')
    .map((segment) => segment.replace(/^\{(.+)\}$/, ':$1'));
  const located = (location: 'path' | 'query') =>
    parameters
      .filter((parameter) => parameter.in === location)
      .map(({ name: key, example: value = '', description, isSent }) => ({
        key,
        value,
        description,
        ...(location === 'query' && !isSent && { disabled: true }),
      }));
  const query = located('query');
  const variable = located('path');
  return {
    raw: `{{base_url}}/${segments.join('/')}${queryOf(request)}`,
    host: ['{{base_url}}'],
    path: segments,
    ...(query.length > 0 && { query }),
    ...(variable.length > 0 && { variable }),
  };
}
