import { useMutation, useQueryClient } from '@tanstack/react-query';
import { requestJson } from '@/api/request';
import type { Client } from '@/api/types';
import { refreshClients } from '../refreshClients';

/** Sends a change of a client, and updates what is shown of it. */
export function useClientMutation<T extends { client: Client }>(
  clientId: string,
  action: string,
  onSuccess: (result: T) => void,
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: unknown) =>
      requestJson<T>(`/clients/${clientId}${action && `/${action}`}`, {
        method: action ? 'POST' : 'PATCH',
        body,
      }),
    gcTime: 0,
    onSuccess: (result) => {
      refreshClients(queries, [result.client]);
      onSuccess(result);
    },
  });
}
