import type { Client } from '@/api/types';
import { count, formatRelative } from '@/components/format';

/** What stops if a client cannot read any longer, from its recent use. */
export function whatStops(client: Client): string {
  if (!client.last_request_at) return `${client.name} has not sent a request yet, so nothing stops.`;
  const use = `${count(client.requests_today, 'request')} today, ${count(client.requests_30_days, 'request')} in 30 days, the last one ${formatRelative(client.last_request_at)}`;
  if (client.publishable_key) return `Websites with this key show their fallback content (${use}).`;
  return `${client.name} stops reading the platform (${use}).`;
}

/** How soon a client stops. */
export const whenItStops = ({ publishable_key }: Client): string =>
  publishable_key
    ? 'The server rejects the key within a second; shared caches answer for up to a minute more.'
    : 'Tokens that it already has are rejected within a second.';

/** What a client sends to identify itself. */
export const credentialOf = ({ publishable_key }: Client) => (publishable_key ? 'key' : 'secret');
