import type { Actor } from '@/api/types';
import { inWords } from '@/components/format';

/** An action such as `clients.create` in words: `Clients: create`. */
export function describeAction(action: string): string {
  const [subject = action, ...rest] = action.split('.');
  return rest.length > 0
    ? `${inWords(subject)}: ${rest.join(' ').replaceAll(/[_-]/g, ' ')}`
    : inWords(subject);
}

export const actorKinds: Record<Actor['kind'], string> = {
  'admin-key': 'admin key',
  'openid-connect': 'OpenID Connect',
  'command-line': 'command line',
};

/** A value of a change. Values of people are not stored; then there is none. */
export function describeValue(value: unknown): string {
  if (value === null || value === undefined) return 'none';
  if (Array.isArray(value)) return value.join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
