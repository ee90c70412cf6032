import type { AccessLevel, ClientStatus } from '@/api/types';
import type { BadgeTone } from './Badge';

/** The access levels, from the one that shows the least. */
export const levels: AccessLevel[] = ['public', 'anonymous', 'pseudonymous', 'full'];

export const statusTones: Record<ClientStatus, BadgeTone> = {
  active: 'good',
  disabled: 'warning',
  expired: 'warning',
  revoked: 'danger',
};
