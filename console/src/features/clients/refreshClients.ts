import type { QueryClient } from '@tanstack/react-query';
import { clientQuery } from '@/api/queries';
import type { Client } from '@/api/types';

/** Shows changed clients, and reads again what follows from their access. */
export function refreshClients(queries: QueryClient, changed: Client[]) {
  for (const client of changed) queries.setQueryData(clientQuery(client.id).queryKey, client);
  for (const key of ['clients', 'client', 'overview', 'preview', 'audit']) {
    void queries.invalidateQueries({ queryKey: [key] });
  }
}
