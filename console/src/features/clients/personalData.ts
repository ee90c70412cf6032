import type { AccessLevel, AccessLevels, PersonalData, ResourceName } from '@/api/types';

/** The kinds of personal data, in the order of their marks. */
export const personalDataKinds: PersonalData[] = ['names', 'email-addresses', 'ballots-and-answers', 'texts'];

/** What a client may read. */
export interface Reading {
  access: AccessLevel;
  /** `null` for all. */
  resources: ResourceName[] | null;
}

/** The kinds of personal data that a level reads of a resource, as the server declares them. */
export const kindsOf = (
  { resources }: AccessLevels,
  resource: ResourceName,
  access: AccessLevel,
): PersonalData[] =>
  resources
    .find(({ name }) => name === resource)
    ?.personal_data.find((declared) => declared.access === access)?.kinds ?? [];

export const namesOf = ({ resources }: AccessLevels): ResourceName[] => resources.map(({ name }) => name);

/** The resources of which a kind of personal data can be read. */
export const resourcesWith = (levels: AccessLevels, kind: PersonalData, reading: Reading): ResourceName[] =>
  (reading.resources ?? namesOf(levels)).filter((resource) =>
    kindsOf(levels, resource, reading.access).includes(kind),
  );
