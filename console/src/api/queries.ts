import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { queryOf, requestJson } from './request';
import type * as api from './types';

/** The size of a page of every list. */
export const PAGE_SIZE = 24;

export interface ClientFilters {
  search?: string;
  status?: string;
  access?: string;
  personal_data?: string;
  refused?: string;
  sort?: string;
  page?: number;
}

export interface AuditFilters {
  actor?: string;
  action?: string;
  subject_id?: string;
  from?: string;
  until?: string;
}

const get = <T>(path: string, signal: AbortSignal) => requestJson<T>(path, { signal });

export const overviewQuery = queryOptions({
  queryKey: ['overview'],
  queryFn: ({ signal }) => get<api.Overview>('/overview', signal),
});

/** What the checks of the server find now. */
export const healthQuery = queryOptions({
  queryKey: ['health'],
  queryFn: ({ signal }) => get<api.Health>('/health', signal),
});

/** Whether the public API is on. */
export const accessQuery = queryOptions({
  queryKey: ['access'],
  queryFn: ({ signal }) => get<api.Access>('/access', signal),
  staleTime: 60_000,
});

export const clientsQuery = ({ page, ...filters }: ClientFilters) =>
  queryOptions({
    queryKey: ['clients', { ...filters, page }],
    queryFn: ({ signal }) =>
      get<api.ClientPage>(
        `/clients${queryOf({ ...filters, page_number: page, page_size: PAGE_SIZE })}`,
        signal,
      ),
    placeholderData: keepPreviousData,
  });

/** The most clients that the server returns on a page. */
const LARGEST_PAGE_SIZE = 100;

/** The active clients with a publishable key, by name. */
export const publishableClientsQuery = queryOptions({
  queryKey: ['clients', 'publishable'],
  queryFn: async ({ signal }) => {
    const found: api.Client[] = [];
    for (let page = 1; ; page += 1) {
      const filters = { status: 'active', access: 'public', sort: 'name' };
      const path = `/clients${queryOf({ ...filters, page_number: page, page_size: LARGEST_PAGE_SIZE })}`;
      const { clients, meta } = await get<api.ClientPage>(path, signal);
      found.push(...clients.filter((client) => client.publishable_key));
      if (page >= meta.total_pages) return found;
    }
  },
});

export const clientQuery = (id: string) =>
  queryOptions({
    queryKey: ['client', id],
    queryFn: async ({ signal }) => (await get<api.OneClient>(`/clients/${id}`, signal)).client,
  });

export const clientUsageQuery = (id: string, days: number) =>
  queryOptions({
    queryKey: ['client', id, 'usage', days],
    queryFn: ({ signal }) => get<api.Usage>(`/clients/${id}/usage?days=${days}`, signal),
    placeholderData: keepPreviousData,
  });

export const clientRequestsQuery = (id: string) =>
  queryOptions({
    queryKey: ['client', id, 'requests'],
    queryFn: ({ signal }) => get<api.RecentRequests>(`/clients/${id}/requests`, signal),
  });

/** The requests with a request id. */
export const requestsQuery = (requestId: string) =>
  queryOptions({
    queryKey: ['requests', requestId],
    queryFn: async ({ signal }) =>
      (await get<api.FoundRequests>(`/requests${queryOf({ request_id: requestId })}`, signal)).requests,
  });

export const clientSummaryQuery = (id: string) =>
  queryOptions({
    queryKey: ['client', id, 'summary'],
    queryFn: ({ signal }) => get<api.ClientSummary>(`/clients/${id}/summary`, signal),
  });

export const accessLevelsQuery = queryOptions({
  queryKey: ['access-levels'],
  queryFn: ({ signal }) => get<api.AccessLevels>('/access-levels', signal),
  staleTime: Number.POSITIVE_INFINITY,
});

export const previewQuery = (resource: string, access: api.AccessLevel, clientId?: string) =>
  queryOptions({
    queryKey: ['preview', resource, access, clientId],
    queryFn: ({ signal }) =>
      get<api.Preview>(`/preview${queryOf({ resource, access, client_id: clientId })}`, signal),
    placeholderData: keepPreviousData,
  });

/** The usage of all clients; with an error, only the requests that got it. */
export const usageQuery = (days: number, error?: string) =>
  queryOptions({
    queryKey: ['usage', days, error],
    queryFn: ({ signal }) => get<api.PlatformUsage>(`/usage${queryOf({ days, error_code: error })}`, signal),
    placeholderData: keepPreviousData,
  });

export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: async ({ signal }) => (await get<api.SettingList>('/settings', signal)).settings,
});

export const auditQuery = (filters: AuditFilters, page: number) =>
  queryOptions({
    queryKey: ['audit', filters, page],
    queryFn: ({ signal }) =>
      get<api.AuditPage>(`/audit${queryOf({ ...filters, page_number: page, page_size: PAGE_SIZE })}`, signal),
    placeholderData: keepPreviousData,
  });

export const dataQuery = queryOptions({
  queryKey: ['data'],
  queryFn: ({ signal }) => get<api.DataOverview>('/data', signal),
});

export const importsQuery = (page: number) =>
  queryOptions({
    queryKey: ['imports', page],
    queryFn: ({ signal }) => get<api.ImportPage>(`/imports${queryOf({ page_number: page })}`, signal),
    placeholderData: keepPreviousData,
  });

/** How often the progress of an import is read. */
const PROGRESS_INTERVAL_MS = 1000;

export const importQuery = (id: string) =>
  queryOptions({
    queryKey: ['import', id],
    queryFn: async ({ signal }) => (await get<api.OneImport>(`/imports/${id}`, signal)).import,
    refetchInterval: (query) => (query.state.data?.state === 'running' ? PROGRESS_INTERVAL_MS : false),
  });

/** How often exports are read while one runs. */
const EXPORT_INTERVAL_MS = 2000;

const readExports = (page: number, signal: AbortSignal) =>
  get<api.ExportPage>(`/exports${queryOf({ page_number: page, page_size: PAGE_SIZE })}`, signal);

export const exportsQuery = (page: number) =>
  queryOptions({
    queryKey: ['exports', page],
    queryFn: ({ signal }) => readExports(page, signal),
    placeholderData: keepPreviousData,
    refetchInterval: (query) =>
      query.state.data?.exports.some(({ state }) => state === 'running') ? EXPORT_INTERVAL_MS : false,
  });

/** An export; `null` if it was deleted. */
export const exportQuery = (id: string) =>
  queryOptions({
    queryKey: ['export', id],
    queryFn: ({ signal }) => findExport(id, signal),
    refetchInterval: (query) => (query.state.data?.state === 'running' ? EXPORT_INTERVAL_MS : false),
  });

/** The admin API has a list of exports only. The newest ones are on its first page. */
async function findExport(id: string, signal: AbortSignal): Promise<api.Export | null> {
  for (let page = 1; ; page += 1) {
    const { exports, meta } = await readExports(page, signal);
    const found = exports.find((each) => each.id === id);
    if (found) return found;
    if (page >= meta.total_pages) return null;
  }
}

/** All webhooks. Their states change without an administrator, so the list is read again by every page that shows it. */
export const webhooksQuery = queryOptions({
  queryKey: ['webhooks'],
  queryFn: async ({ signal }) => (await get<api.WebhookList>('/webhooks', signal)).webhooks,
  staleTime: 0,
});

export const webhookQuery = (id: string) =>
  queryOptions({
    queryKey: ['webhooks', id],
    queryFn: async ({ signal }) => (await get<api.OneWebhook>(`/webhooks/${id}`, signal)).webhook,
  });

/** The last attempts of a webhook, the newest first. */
export const webhookAttemptsQuery = (id: string) =>
  queryOptions({
    queryKey: ['webhooks', id, 'deliveries'],
    queryFn: async ({ signal }) =>
      (await get<api.DeliveryList>(`/webhooks/${id}/deliveries`, signal)).deliveries,
  });

export const adminKeysQuery = queryOptions({
  queryKey: ['admin-keys'],
  queryFn: async ({ signal }) => (await get<api.AdminKeyList>('/admin-keys', signal)).admin_keys,
});

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async ({ signal }) => (await get<api.SessionList>('/sessions', signal)).sessions,
});

export const signInMethodsQuery = queryOptions({
  queryKey: ['sign-in-methods'],
  queryFn: ({ signal }) => get<api.SignInMethods>('/sign-in-methods', signal),
});
