import type { Group } from '../model';
import type { RequestParameter, RequestTemplate } from '../samples/request';

/** The variables of a request with ids of records. */
export interface IdVariables {
  /** Those without which it cannot be sent. */
  needs: string[];
  /** Those that its response sets: to the id of a record of a list, or of the record that it created. */
  stores: StoredId[];
  /** The one that it clears, because it deletes the record. */
  clears?: string;
}

export interface CollectionParameter extends RequestParameter {
  /** Whether the collection sends it; users can enable the others. */
  isSent: boolean;
}

type RequestWithIds = Omit<RequestTemplate, 'parameters'> & { parameters: CollectionParameter[] };

/** A variable that a response sets to the id of its first record for which an expression over `value` is true. */
export interface StoredId {
  variable: string;
  condition: string;
}

/** A request that succeeds for some records of a list only. */
interface SelectiveRequest extends StoredId {
  list: string;
  path: string;
}

const selectiveRequests: SelectiveRequest[] = [
  {
    list: '/api/v2/phases',
    path: '/api/v2/phases/{id}/pabulib',
    variable: 'ended_vote_id',
    // Two days after the last day, the vote has ended in every time zone.
    condition: 'value?.voting_max_total && Date.parse(value.end_at) < Date.now() - 2 * 86_400_000',
  },
];

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
): { request: RequestWithIds; ids: IdVariables } {
  const { method, path } = request;
  const own = lists.find((list) => path === list.path || path === list.path + item);
  const isItem = path.endsWith(item);
  const isWriting = method !== 'GET';
  const created = `created_${own?.variable}`;
  const filled = (text: string) => {
    const all = lists.reduce((so, { example, variable }) => so.replaceAll(example, `{{${variable}}}`), text);
    return own && isItem && isWriting ? all.replaceAll(`{{${own.variable}}}`, `{{${created}}}`) : all;
  };
  const selective = selectiveRequests.find((one) => one.path === path);
  const searches = isWriting ? [] : selectiveRequests.filter(({ list }) => list === path);
  const parameters = request.parameters.map(({ example = '', ...parameter }) => {
    const value = selective && parameter.name === 'id' ? `{{${selective.variable}}}` : filled(example);
    return {
      ...parameter,
      // An id of a record that no list shows.
      example: uuid.test(value) ? '' : value,
      // The largest page, because few of its records may fulfil the condition.
      isSent: parameter.required === true || (searches.length > 0 && parameter.name === 'page_size'),
    };
  });
  const body = request.body && { ...request.body, text: filled(withoutTranslations(request.body.text)) };
  const texts = [...parameters.filter(({ required }) => required).map(({ example }) => example), body?.text];
  const needs = texts.flatMap((text) => [...(text ?? '').matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name));
  const stored = isWriting ? created : own?.variable;
  return {
    request: { ...request, parameters, ...(body && { body }) },
    ids: {
      needs: [...new Set(needs as string[])],
      stores: [
        ...(own && !isItem && stored ? [{ variable: stored, condition: 'value?.id' }] : []),
        ...searches,
      ],
      ...(method === 'DELETE' && { clears: created }),
    },
  };
}
