import type { IdentifiedName, RecordOf, ResourceName } from './types.js';

type Kinds = { [Name in ResourceName]: Name extends IdentifiedName ? 'records' : 'pairs' };

/** All resources, those that others refer to first; the type is an error if the API has another one. */
const kinds: Kinds = {
  areas: 'records',
  topics: 'records',
  users: 'records',
  project_folders: 'records',
  projects: 'records',
  project_topics: 'pairs',
  phases: 'records',
  events: 'records',
  event_attendances: 'records',
  ideas: 'records',
  idea_phases: 'pairs',
  idea_topics: 'pairs',
  comments: 'records',
  reactions: 'records',
  baskets: 'records',
  basket_ideas: 'records',
  volunteering_causes: 'records',
  volunteering_volunteers: 'records',
  email_campaigns: 'records',
  email_campaign_deliveries: 'records',
  files: 'records',
};

/** The fields that identify a row of a join list. */
export const keyFields = {
  idea_phases: ['idea_id', 'phase_id'],
  idea_topics: ['idea_id', 'topic_id'],
  project_topics: ['project_id', 'topic_id'],
} as const satisfies { [Name in Exclude<ResourceName, IdentifiedName>]: readonly (keyof RecordOf<Name>)[] };

/** The names of all resources. */
export const resourceNames = Object.keys(kinds) as readonly ResourceName[];

/** True for resources whose records have ids. */
export const isIdentified = (name: ResourceName): name is IdentifiedName => kinds[name] === 'records';
