import type { AccessLevels, NewClient, PersonalData, ResourceName } from '@/api/types';
import { levels as order } from '@/components/access';
import { originsOf } from '../origins';
import { namesOf, personalDataKinds, resourcesWith } from '../personalData';

/** A kind of personal data, and the resources of which it becomes readable, or no longer is. */
export interface ChangedKind {
  kind: PersonalData;
  resources: ResourceName[];
}

/** What a client can read after a change that it could not read before, and what it cannot any longer. */
export interface AccessChange {
  /** Above zero if the level shows more than before, below zero if it shows less. */
  difference: number;
  added: ResourceName[];
  removed: ResourceName[];
  /** Whether it loses the resources of later versions. */
  losesLater: boolean;
  /** Websites on which its key works no longer. */
  lostOrigins: string[];
  gainedKinds: ChangedKind[];
  lostKinds: ChangedKind[];
}

const without = <Item>(some: Item[], others: Item[]) => some.filter((each) => !others.includes(each));

export function accessChangeOf(before: NewClient, after: NewClient, levels: AccessLevels): AccessChange {
  const all = namesOf(levels);
  const [had, has] = [before.resources ?? all, after.resources ?? all];
  const kindsIn = (one: NewClient, other: NewClient): ChangedKind[] =>
    personalDataKinds
      .map((kind) => ({
        kind,
        resources: without(resourcesWith(levels, kind, one), resourcesWith(levels, kind, other)),
      }))
      .filter(({ resources }) => resources.length > 0);
  return {
    difference: order.indexOf(after.access) - order.indexOf(before.access),
    added: without(has, had),
    removed: without(had, has),
    losesLater: before.resources === null && after.resources !== null,
    lostOrigins: before.origins ? without(before.origins, originsOf(after.origins ?? [])) : [],
    gainedKinds: kindsIn(after, before),
    lostKinds: kindsIn(before, after),
  };
}

export const isEmpty = ({ difference, added, removed, losesLater, lostOrigins }: AccessChange) =>
  difference === 0 && !added.length && !removed.length && !losesLater && !lostOrigins.length;

/** Whether an administrator must confirm what becomes readable: names, e-mail addresses or ballots. */
export const isSensitive = ({ gainedKinds }: AccessChange) =>
  gainedKinds.some(({ kind }) => kind !== 'texts');
