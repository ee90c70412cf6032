import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type RequestOptions, send } from '@/api/request';

/** Sends a change of a webhook, and reads what is shown of webhooks again. */
export function useWebhookMutation<T>(
  path: string,
  onSuccess: (result: T) => unknown,
  method: RequestOptions['method'] = 'POST',
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (body?: object) => {
      const response = await send(`/webhooks${path}`, { method, body });
      return (response.status === 204 ? undefined : await response.json()) as T;
    },
    // A response can contain a secret.
    gcTime: 0,
    onSuccess,
    onSettled: () => queries.invalidateQueries({ queryKey: ['webhooks'] }),
  });
}
