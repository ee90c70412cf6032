import groupNames from 'messages:resourceGroups';
import type { ResourceName } from '@/api/types';
import { formatList } from '@/components/format';
import { resourceName } from '@/components/resources';

/** Resources that belong together, in the order of an administrator's questions. */
const groups = {
  participation: [
    'projects',
    'project_folders',
    'project_topics',
    'phases',
    'topics',
    'areas',
    'ideas',
    'idea_topics',
    'idea_phases',
    'comments',
    'reactions',
    'events',
    'event_attendances',
    'volunteering_causes',
    'volunteering_volunteers',
  ],
  voting: ['baskets', 'basket_ideas'],
  people: ['users'],
  email: ['email_campaigns', 'email_campaign_deliveries'],
  files: ['files'],
} satisfies Record<string, ResourceName[]>;

type GroupKey = keyof typeof groups;

const keys = Object.keys(groups) as GroupKey[];

/** Resources of later versions belong to the first group, until they have words. */
const keyOf = (resource: ResourceName) =>
  keys.find((key) => (groups[key] as ResourceName[]).includes(resource)) ?? 'participation';

export interface ResourceGroup<Resource> {
  key: GroupKey;
  name: string;
  resources: Resource[];
}

/** The groups that have resources, each with them. */
export const groupBy = <Resource>(
  resources: Resource[],
  nameOf: (resource: Resource) => ResourceName,
): ResourceGroup<Resource>[] =>
  keys
    .map((key) => ({
      key,
      name: groupNames(key),
      resources: resources.filter((resource) => keyOf(nameOf(resource)) === key),
    }))
    .filter((group) => group.resources.length > 0);

export const groupResources = (resources: ResourceName[]) => groupBy(resources, (resource) => resource);

export const resourceNames = (resources: string[]): string => formatList(resources.map(resourceName));
