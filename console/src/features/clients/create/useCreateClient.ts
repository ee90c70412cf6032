import { useMutation, useQueryClient } from '@tanstack/react-query';
import { requestJson } from '@/api/request';
import type { ClientWithSecret, NewClient } from '@/api/types';

/** Creates a client, and updates the lists that show it. */
export function useCreateClient(onCreated: (created: ClientWithSecret) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: NewClient) => requestJson<ClientWithSecret>('/clients', { method: 'POST', body }),
    // The secret is in the state of the page only, and leaves memory with it.
    gcTime: 0,
    onSuccess: (created) => {
      void queries.invalidateQueries({ queryKey: ['clients'] });
      void queries.invalidateQueries({ queryKey: ['overview'] });
      onCreated(created);
    },
  });
}
