import type { AccessLevel, ClientStatus } from '@/api/types';
import type { BadgeTone } from './Badge';

/** The access levels, from the one that shows the least. */
export const levels: AccessLevel[] = ['public', 'anonymous', 'pseudonymous', 'full'];

export const levelNames: Record<AccessLevel, string> = {
  public: 'Public',
  anonymous: 'Anonymous',
  pseudonymous: 'Pseudonymous',
  full: 'Full',
};

/** What a level is for, in a few words. */
export const levelPurposes: Record<AccessLevel, string> = {
  public: 'What visitors of the site see. For websites and open data.',
  anonymous: 'Every record, without people. For dashboards and statistics.',
  pseudonymous: 'Every record, people as pseudonyms. For research about participation.',
  full: 'Everything, with names and e-mail addresses. For your own systems.',
};

export const statusNames: Record<ClientStatus, string> = {
  active: 'Active',
  disabled: 'Disabled',
  expired: 'Expired',
  revoked: 'Revoked',
};

export const statusTones: Record<ClientStatus, BadgeTone> = {
  active: 'good',
  disabled: 'warning',
  expired: 'warning',
  revoked: 'danger',
};
