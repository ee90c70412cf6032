import type { Overview } from '@/api/types';

/** The server lists at most so many refusals. */
export const LISTED_REFUSALS = 20;

/** The number of clients, and whether there may be more of which the server did not send the names. */
export interface ClientCount {
  count: number;
  isAtLeast: boolean;
}

/** How many clients were refused. */
export const refusedClients = ({ refusals }: Pick<Overview, 'refusals'>): ClientCount => ({
  count: new Set(refusals.map(({ client_id }) => client_id)).size,
  isAtLeast: refusals.length >= LISTED_REFUSALS,
});

/** How many clients expire soon. One warning without a client counts those that the server does not list. */
export function expiringClients({ warnings }: Pick<Overview, 'warnings'>): ClientCount {
  const expiring = warnings.filter(({ code }) => code === 'client-expires');
  const count = expiring.filter(({ client_id }) => client_id).length;
  return { count, isAtLeast: count < expiring.length };
}
