import { describe, expect, test } from 'vitest';
import type { AccessLevel, AccessLevels, NewClient, PersonalData, ResourceName } from '@/api/types';
import { accessChangeOf, isEmpty, isSensitive } from './accessChange';

const declare = (
  name: ResourceName,
  kinds: Partial<Record<AccessLevel, PersonalData[]>>,
): AccessLevels['resources'][number] => ({
  name,
  description: '',
  personal_data: (['full', 'pseudonymous', 'anonymous', 'public'] as const).map((access) => ({
    access,
    kinds: kinds[access] ?? [],
  })),
});

const levels: AccessLevels = {
  levels: [],
  resources: [
    declare('projects', {}),
    declare('ideas', { full: ['texts'], pseudonymous: ['texts'], anonymous: ['texts'] }),
    declare('users', { full: ['names', 'email-addresses'] }),
    declare('baskets', { full: ['ballots-and-answers'], pseudonymous: ['ballots-and-answers'] }),
  ],
  max_days: 0,
  proposed_days: 0,
};

const client = (access: AccessLevel, resources: ResourceName[] | null, origins?: string[]): NewClient => ({
  name: 'Study',
  access,
  resources,
  expires_at: null,
  origins: origins ?? null,
});

const changeOf = (before: NewClient, after: NewClient) => accessChangeOf(before, after, levels);

describe('a change of access', () => {
  test('names what is added, with the kinds of personal data that become readable', () => {
    const change = changeOf(client('full', ['ideas']), client('full', ['ideas', 'users', 'baskets']));
    expect(change).toMatchObject({
      added: ['users', 'baskets'],
      removed: [],
      gainedKinds: [
        { kind: 'names', resources: ['users'] },
        { kind: 'email-addresses', resources: ['users'] },
        { kind: 'ballots-and-answers', resources: ['baskets'] },
      ],
      lostKinds: [],
    });
    expect(isSensitive(change)).toBe(true);
  });

  test('to all resources adds those that were not selected', () =>
    expect(changeOf(client('full', ['ideas']), client('full', null)).added).toEqual([
      'projects',
      'users',
      'baskets',
    ]));

  test('to a higher level shows more of every resource', () => {
    const change = changeOf(client('pseudonymous', null), client('full', null));
    expect(change).toMatchObject({
      added: [],
      gainedKinds: [
        { kind: 'names', resources: ['users'] },
        { kind: 'email-addresses', resources: ['users'] },
      ],
    });
  });

  test('that makes texts readable needs no confirmation', () => {
    const change = changeOf(client('public', ['ideas']), client('anonymous', ['ideas']));
    expect(change.gainedKinds).toEqual([{ kind: 'texts', resources: ['ideas'] }]);
    expect(isSensitive(change)).toBe(false);
  });

  test('to a lower level names the kinds that become unreadable', () => {
    const change = changeOf(client('full', null), client('public', null));
    expect(change.gainedKinds).toEqual([]);
    expect(change.lostKinds.map(({ kind }) => kind)).toEqual([
      'names',
      'email-addresses',
      'ballots-and-answers',
      'texts',
    ]);
    expect(isEmpty(change)).toBe(false);
  });

  test('names what is removed', () => {
    expect(changeOf(client('public', null), client('public', ['ideas']))).toMatchObject({
      removed: ['projects', 'users', 'baskets'],
      losesLater: true,
    });
    const [before, after] = [['https://a.example', 'https://b.example'], ['https://b.example']];
    expect(changeOf(client('public', null, before), client('public', null, after)).lostOrigins).toEqual([
      'https://a.example',
    ]);
  });

  test('of the name alone is empty', () => {
    const before = client('full', ['ideas']);
    expect(isEmpty(changeOf(before, { ...before, name: 'Turnout' }))).toBe(true);
  });
});
