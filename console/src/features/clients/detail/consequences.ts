import text from 'messages:clientChanges';
import type { Client } from '@/api/types';
import { formatRelative } from '@/components/format';

/** What stops if a client cannot read any longer, from its recent use. */
export function whatStops(client: Client): string {
  if (!client.last_request_at) return text('nothingStops', { name: client.name });
  const use = {
    today: client.requests_today,
    month: client.requests_30_days,
    when: formatRelative(client.last_request_at),
  };
  return client.publishable_key
    ? text('websitesStop', use)
    : text('clientStops', { ...use, name: client.name });
}

/** How soon a client stops. */
export const whenItStops = ({ publishable_key }: Client): string =>
  publishable_key ? text('keyIsRejected') : text('tokensAreRejected');

/** What a client sends to identify itself. */
export const credentialOf = ({ publishable_key }: Client) => (publishable_key ? 'key' : 'secret');
