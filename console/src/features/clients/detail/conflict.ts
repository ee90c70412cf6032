import auditFields from 'messages:auditFields';
import changes from 'messages:clientChanges';
import text from 'messages:clients';
import levels from 'messages:levels';
import shared from 'messages:shared';
import type { Client, NewClient } from '@/api/types';
import { formatDay, formatList } from '@/components/format';
import { describeRegistration, emptyRegistration } from '../registration/registration';
import { resourceNames } from '../resourceGroups';

const names: (keyof NewClient)[] = [
  'name',
  'access',
  'resources',
  'expires_at',
  'origins',
  'registration',
  'mcp',
];

const isEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

export const fieldsOf = ({
  name,
  access,
  resources,
  expires_at,
  origins,
  registration,
  mcp,
}: Client): NewClient => ({
  name,
  access,
  resources,
  expires_at,
  origins,
  registration,
  mcp,
});

/** The fields that an administrator changed. */
export function changedFields(before: NewClient, after: NewClient): Partial<NewClient> {
  const changed = names.filter((name) => !isEqual(before[name], after[name]));
  return Object.fromEntries(changed.map((name) => [name, after[name]]));
}

/** A field that another administrator changed: what it was when the edit began, what it is now, and the edit. */
export interface Conflict {
  field: keyof NewClient;
  label: string;
  before: string;
  now: string;
  /** What this administrator entered, if it differs from both. */
  edited?: string;
}

/** What another administrator changed since the edit began. */
export function conflictsOf(before: NewClient, edited: NewClient, now: NewClient): Conflict[] {
  return names
    .filter((name) => !isEqual(before[name], now[name]))
    .map((field) => {
      const isEdited = !isEqual(edited[field], before[field]) && !isEqual(edited[field], now[field]);
      return {
        field,
        label: field === 'registration' ? text('registration') : auditFields(field),
        before: describeField(field, before),
        now: describeField(field, now),
        ...(isEdited ? { edited: describeField(field, edited) } : {}),
      };
    });
}

/** The edit, continued from what another administrator saved: their changes remain where this one changed nothing. */
export const rebase = (before: NewClient, edited: NewClient, now: NewClient): NewClient => ({
  ...now,
  ...changedFields(before, edited),
});

export function describeField(field: keyof NewClient, fields: NewClient): string {
  switch (field) {
    case 'name':
      return fields.name;
    case 'access':
      return levels(fields.access);
    case 'resources':
      return fields.resources === null ? changes('all') : resourceNames(fields.resources) || shared('none');
    case 'expires_at':
      return fields.expires_at === null ? shared('noExpiry') : formatDay(fields.expires_at);
    case 'origins':
      return fields.origins ? formatList(fields.origins) : shared('none');
    case 'registration':
      return describeRegistration(fields.registration ?? emptyRegistration) || shared('none');
    case 'mcp':
      return text(fields.mcp ? 'assistantsMay' : 'assistantsMayNot');
  }
}
