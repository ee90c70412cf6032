import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { clientQuery } from '@/api/queries';
import type { Client } from '@/api/types';

const route = getRouteApi('/clients/$clientId');

/** The client of the page, which shows its tabs after it has loaded. */
export function useShownClient(): Client {
  const { clientId } = route.useParams();
  const { data } = useQuery(clientQuery(clientId));
  if (!data) throw new Error('the tabs of a client require that it is loaded');
  return data;
}
