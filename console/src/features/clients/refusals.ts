import text from 'messages:refusals';
import type { ClientRefusal } from '@/api/types';
import { resourceName } from '@/components/resources';

/** Why a request was refused, in a few words. */
export const reasonOf = ({ reason, resource }: Pick<ClientRefusal, 'reason' | 'resource'>): string =>
  reason === 'resource-not-included' && resource
    ? text('notIncluded', { resource: resourceName(resource) })
    : text(reason ?? 'unknown');
