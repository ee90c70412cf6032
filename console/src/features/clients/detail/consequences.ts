import type { Client } from '@/api/types';
import { count, formatRelative } from '@/components/format';

/** What stops if a client cannot read any longer, from its recent use. */
export function whatStops(client: Client): string {
  if (!client.last_request_at) return `${client.name} has not sent a request yet, so nothing stops.`;
  const use = `${count(client.requests_today, 'request')} today, ${count(client.requests_30_days, 'request')} in 30 days, the last one ${formatRelative(client.last_request_at)}`;
  return `${client.name} stops reading the platform (${use}).`;
}
