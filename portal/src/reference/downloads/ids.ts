import type { Group } from '../model';
import type { RequestTemplate } from '../samples/request';

/** The variables of a request with ids of records. */
export interface IdVariables {
  /** Those without which it cannot be sent. */
  needs: string[];
  /** The one that its response sets: to the id of the first record of a list, or of the record that it created. */
  stores?: string;
  /** The one that it clears, because it deletes the record. */
  clears?: string;
}

/** A list whose records can be requested by their id. */
interface RecordList {
  path: string;
  /** The variable with the id of its first record. */
  variable: string;
  /** The id in examples, of a record of the demo platform. */
  example: string;
}

const item = '/{id}';
const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/;

/** The lists of the API whose records can be requested by their id. */
export function recordLists(groups: Group[]): RecordList[] {
  return groups
    .flatMap(({ operations }) => operations.map(({ request }) => request))
    .filter(({ method, path }) => method === 'GET' && path.endsWith(item))
    .map(({ path, parameters }) => ({
      path: path.slice(0, -item.length),
      variable: `${singular(path.split('/').at(-2) ?? '')}_id`,
      example: parameters.find(({ name }) => name === 'id')?.example ?? '',
    }));
}

/** Other platforms may not have the locales of the example. */
const withoutTranslations = (json: string) =>
  JSON.stringify(JSON.parse(json), (key, value) => (key.endsWith('_multiloc') ? undefined : value), 2);

const singular = (plural: string) => plural.replace(/ies$/, 'ys').replace(/s$/, '');

/**
 * The request with variables in place of ids of the demo platform. A request that changes or deletes a record takes one that the
 * collection itself created, so that a run of all requests changes nothing else.
 */
export function withIdVariables(
  request: RequestTemplate,
  lists: RecordList[],
): { request: RequestTemplate; ids: IdVariables } {
  const { method, path } = request;
  const own = lists.find((list) => path === list.path || path === list.path + item);
  const isItem = path.endsWith(item);
  const isWriting = method !== 'GET';
  const created = `created_${own?.variable}`;
  const filled = (text: string) => {
    const all = lists.reduce((so, { example, variable }) => so.replaceAll(example, `{{${variable}}}`), text);
    return own && isItem && isWriting ? all.replaceAll(`{{${own.variable}}}`, `{{${created}}}`) : all;
  };
  const parameters = request.parameters.map(({ example = '', ...parameter }) => {
    const value = filled(example);
    // An id of a record that no list shows.
    return { ...parameter, example: uuid.test(value) ? '' : value };
  });
  const body = request.body && { ...request.body, text: filled(withoutTranslations(request.body.text)) };
  const texts = [...parameters.filter(({ required }) => required).map(({ example }) => example), body?.text];
  const needs = texts.flatMap((text) => [...(text ?? '').matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name));
  return {
    request: { ...request, parameters, ...(body && { body }) },
    ids: {
      needs: [...new Set(needs as string[])],
      ...(own && !isItem && { stores: isWriting ? created : own.variable }),
      ...(method === 'DELETE' && { clears: created }),
    },
  };
}
