import type * as api from '../../src/api/types';
import { at } from './data';

type Declarations = Partial<Record<api.ResourceName, api.PersonalData[]>>;

/** The personal data of each level, as the server derives it from its resources. */
const declared: Record<api.AccessLevel, Declarations> = {
  full: {
    ideas: ['ballots-and-answers', 'texts'],
    comments: ['texts'],
    users: ['names', 'email-addresses', 'ballots-and-answers'],
    baskets: ['ballots-and-answers'],
    basket_ideas: ['ballots-and-answers'],
    email_campaigns: ['email-addresses'],
  },
  pseudonymous: {
    ideas: ['ballots-and-answers', 'texts'],
    comments: ['texts'],
    users: ['ballots-and-answers'],
    baskets: ['ballots-and-answers'],
    basket_ideas: ['ballots-and-answers'],
  },
  anonymous: {
    ideas: ['ballots-and-answers', 'texts'],
    comments: ['texts'],
    baskets: ['ballots-and-answers'],
    basket_ideas: ['ballots-and-answers'],
  },
  public: {},
};

const descriptions: Record<api.ResourceName, string> = {
  areas: 'A district or other part of the city that projects can be assigned to.',
  basket_ideas: 'An idea in a basket, with the votes or budget allocated to it.',
  baskets: "One person's votes in a voting phase. They count once the basket is submitted.",
  comments: 'A comment on an idea, or a reply to another comment.',
  email_campaign_deliveries: 'The delivery of an email campaign to one recipient.',
  email_campaigns: 'A manually created email that is sent to many people.',
  event_attendances: "A person's registration for an event.",
  events: 'A meeting or other event of a project.',
  files: 'A document, recording or other file that belongs to a project.',
  idea_phases: 'The assignment of an idea to a phase, with its voting results in that phase.',
  idea_topics: 'A topic assigned to an idea.',
  ideas: 'An idea, proposal or survey response.',
  phases: 'A period of a project with one participation method.',
  project_folders: 'A group of related projects.',
  project_topics: 'A topic assigned to a project.',
  projects: 'A participation project, organised in one or more phases.',
  reactions: "A person's like or dislike of an idea or comment, or a neutral reaction to it.",
  topics: 'A subject that can be assigned to ideas and projects.',
  users: 'A registered or invited user of the platform.',
  volunteering_causes: 'A cause that people can volunteer for in a volunteering phase.',
  volunteering_volunteers: "A person's offer to volunteer for a cause.",
};

const levels = Object.keys(declared) as api.AccessLevel[];

/** A resource with its declarations. */
export const describe = (name: api.ResourceName): api.DescribedResource => ({
  name,
  description: descriptions[name],
  personal_data: levels.map((access) => ({ access, kinds: declared[access][name] ?? [] })),
});

const order: api.PersonalData[] = ['names', 'email-addresses', 'ballots-and-answers', 'texts'];

/** The kinds of personal data that a client may read. */
export function personalDataOf({
  access,
  resources,
}: Pick<api.Client, 'access' | 'resources'>): api.PersonalData[] {
  const found = Object.entries(declared[access])
    .filter(([name]) => resources?.includes(name as api.ResourceName) ?? true)
    .flatMap(([, kinds]) => kinds);
  return order.filter((kind) => found.includes(kind));
}

export const emptyRegistration: api.Registration = {
  owner: null,
  contact: null,
  purpose: null,
  legal_basis: null,
  note: null,
};

const registrations: Record<number, Partial<api.Registration>> = {
  0: { owner: 'Communication', purpose: 'The list of events on the website of the city.' },
  1: {
    owner: 'University of Ashford, Institute of Politics',
    contact: 'turnout@university.ashford.example',
    purpose: 'Research into who takes part in votes of neighbourhoods.\nEnds with the report in 2027.',
    legal_basis: 'Task in the public interest, agreement of 2 March 2026',
    note: 'Ask before raising the level.',
  },
  3: { owner: 'Planning office', purpose: 'Dashboard of participation by district.' },
  7: { owner: 'Mayor’s office', contact: 'data@ashford.example', purpose: 'Monthly report to the council.' },
  8: { owner: 'Communication' },
};

export const registrationOf = (index: number): api.Registration => ({
  ...emptyRegistration,
  ...registrations[index],
});

/** A function, because `data.ts` imports this file before it has defined `at`. */
const refusals = (): Record<number, api.ClientRefusal[]> => ({
  1: [
    { reason: 'resource-not-included', resource: 'email_campaigns', requests: 31, last_at: at(0.09) },
    { reason: 'wrong-secret', resource: null, requests: 3, last_at: at(1.2) },
  ],
  3: [{ reason: 'wrong-secret', resource: null, requests: 3, last_at: at(0.0014) }],
  4: [{ reason: 'disabled', resource: null, requests: 12, last_at: at(0.3) }],
  8: [{ reason: 'origin-not-allowed', resource: null, requests: 5, last_at: at(4) }],
  10: [{ reason: 'expired', resource: null, requests: 412, last_at: at(0.01) }],
});

export const refusalsOf = (index: number): api.ClientRefusal[] => refusals()[index] ?? [];

/** What a client read: a part of its records in each way. */
export function readsOf(index: number, requests: number): api.ReadRecords[] {
  if (requests === 0) return [];
  const rows: api.ReadRecords[] = [
    { resource: 'ideas', lists: requests * 9, changes: index % 3 === 1 ? 4200 : 0, exports: 0 },
    { resource: 'projects', lists: requests * 2, changes: 0, exports: 0 },
    { resource: 'users', lists: 0, changes: 0, exports: index % 4 === 3 ? 20_110 : 0 },
  ];
  return rows.filter(({ lists, changes, exports }) => lists + changes + exports > 0);
}

/** What a client could read and when. */
export const periodsOf = ({ access, resources }: api.Client): api.AccessPeriod[] => [
  { from: at(20), until: null, access, resources },
  { from: at(150), until: at(20), access: 'full', resources: ['projects', 'ideas', 'users'] },
];

/** The refusals of the last days of all clients, the latest first. */
export const latestRefusals = (clients: api.Client[]): api.OverviewRefusal[] =>
  clients
    .flatMap(({ id, name, refusals_30_days }) =>
      refusals_30_days.map((refusal) => ({ client_id: id, name, ...refusal })),
    )
    .filter(({ last_at }) => last_at > at(7))
    .sort((one, other) => other.last_at.localeCompare(one.last_at))
    .slice(0, 20);
