import { useMutation, useQueryClient } from '@tanstack/react-query';
import { requestJson } from '@/api/request';
import type { Client, OneClient } from '@/api/types';
import { refreshClients } from '../refreshClients';

/** What a change does to each client. */
export type Change = { kind: 'renew'; expires_at: string | null } | { kind: 'disable' };

interface Failure {
  client: Client;
  error: unknown;
}

export interface Outcome {
  changed: Client[];
  failed: Failure[];
}

function send(client: Client, change: Change) {
  if (change.kind === 'disable') {
    return requestJson<OneClient>(`/clients/${client.id}/disable`, { method: 'POST', body: {} });
  }
  const body = { version: client.version, expires_at: change.expires_at };
  return requestJson<OneClient>(`/clients/${client.id}`, { method: 'PATCH', body });
}

/** Changes clients one after the other, each by a request of its own. A failure does not stop the others. */
export function useChanges(onEnd: (outcome: Outcome) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ clients, change }: { clients: Client[]; change: Change }) => {
      const outcome: Outcome = { changed: [], failed: [] };
      for (const client of clients) {
        try {
          outcome.changed.push((await send(client, change)).client);
        } catch (error) {
          outcome.failed.push({ client, error });
        }
      }
      return outcome;
    },
    gcTime: 0,
    onSuccess: (outcome) => {
      refreshClients(queries, outcome.changed);
      onEnd(outcome);
    },
  });
}
