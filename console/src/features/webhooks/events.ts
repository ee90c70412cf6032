import recordTypes from 'messages:recordTypes';
import text from 'messages:webhooks';
import type { ResourceName } from '@/api/types';
import { formatList, inWords } from '@/components/format';

/** What happens to a record, as the client sees it. */
export const actions = ['created', 'updated', 'deleted'] as const;

/** Types of events that are not about one record. */
export const generalTypes = ['webhook.test', 'changes.available'];

/** Rows of these resources have no ids, and so no events. */
const withoutEvents: ResourceName[] = ['project_topics', 'idea_topics', 'idea_phases'];

const singularOf = (resource: ResourceName) =>
  resource.replace(/(ies|s)$/, (ending) => (ending === 'ies' ? 'y' : ''));

export const haveEvents = (resources: ResourceName[]) =>
  resources.filter((resource) => !withoutEvents.includes(resource));

/** The type of an event, such as `idea.created`. */
export const typeOf = (resource: ResourceName, action: string) => `${singularOf(resource)}.${action}`;

export const typesOf = (resources: ResourceName[]): string[] =>
  haveEvents(resources).flatMap((resource) => actions.map((action) => typeOf(resource, action)));

/** Types without wildcards: `idea.*` is `idea.created`, `idea.updated` and `idea.deleted`. */
export const expand = (types: string[]): string[] =>
  types.flatMap((type) => {
    const [record, action] = type.split('.');
    return action === '*' ? actions.map((each) => `${record}.${each}`) : [type];
  });

/** The actions of each record, in the order of the types. */
function group(types: string[]): [record: string, chosen: string[]][] {
  const records = [...new Set(types.map((type) => type.split('.')[0] as string))];
  return records.map((record) => [record, actions.filter((action) => types.includes(`${record}.${action}`))]);
}

const isEvery = (chosen: string[]) => chosen.length === actions.length;

/** The shortest types that include the same events. */
export const compact = (types: string[]): string[] =>
  group(types).flatMap(([record, chosen]) =>
    isEvery(chosen) ? [`${record}.*`] : chosen.map((action) => `${record}.${action}`),
  );

/** Types in words: `Idea: created, updated · Comment: all`. */
export const describeTypes = (types: string[] | null): string =>
  types === null
    ? text('allTypes')
    : group(expand(types))
        .map(([record, chosen]) =>
          text('typesOfRecord', {
            record: recordTypes.has(record) ? recordTypes(record) : inWords(record),
            actions: isEvery(chosen)
              ? text('allActions')
              : formatList(actions.filter((action) => chosen.includes(action)).map((action) => text(action))),
          }),
        )
        .join(' · ');
