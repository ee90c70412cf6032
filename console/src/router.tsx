import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import type { AuditFilters, ClientFilters } from './api/queries';
import { type EmbedOptions, optionsOf } from './features/embed/options';
import { NotFound } from './features/shell/NotFound';
import { PageError } from './features/shell/PageError';
import { Root } from './features/shell/Root';
import { numberOf, textOf } from './searchParameters';

const pageSearch = (search: Record<string, unknown>): { page?: number } => ({ page: numberOf(search.page) });

const clientSearch = (search: Record<string, unknown>): { client?: string } => ({
  client: textOf(search.client),
});

const rootRoute = createRootRoute({ component: Root, notFoundComponent: NotFound });

const overview = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  component: lazyRouteComponent(() => import('./features/overview/OverviewPage'), 'OverviewPage'),
});

const clients = createRoute({
  getParentRoute: () => rootRoute,
  path: '/clients',
  validateSearch: (search: Record<string, unknown>): ClientFilters => ({
    search: textOf(search.search),
    status: textOf(search.status),
    access: textOf(search.access),
    personal_data: textOf(search.personal_data),
    refused: textOf(search.refused),
    sort: textOf(search.sort),
    page: numberOf(search.page),
  }),
  component: lazyRouteComponent(() => import('./features/clients/list/ClientsPage'), 'ClientsPage'),
});

const newClient = createRoute({
  getParentRoute: () => rootRoute,
  path: '/clients/new',
  component: lazyRouteComponent(() => import('./features/clients/create/NewClientPage'), 'NewClientPage'),
});

const client = createRoute({
  getParentRoute: () => rootRoute,
  path: '/clients/$clientId',
  component: lazyRouteComponent(() => import('./features/clients/detail/ClientPage'), 'ClientPage'),
});

const clientAccess = createRoute({
  getParentRoute: () => client,
  path: '/',
  component: lazyRouteComponent(() => import('./features/clients/detail/AccessTab'), 'AccessTab'),
});

const clientActivity = createRoute({
  getParentRoute: () => client,
  path: 'activity',
  component: lazyRouteComponent(() => import('./features/clients/detail/ActivityTab'), 'ActivityTab'),
});

const clientHistory = createRoute({
  getParentRoute: () => client,
  path: 'history',
  validateSearch: pageSearch,
  component: lazyRouteComponent(() => import('./features/clients/detail/HistoryTab'), 'HistoryTab'),
});

const processingRecord = createRoute({
  getParentRoute: () => rootRoute,
  path: '/clients/$clientId/record',
  component: lazyRouteComponent(
    () => import('./features/clients/processing/ProcessingRecordPage'),
    'ProcessingRecordPage',
  ),
});

const usage = createRoute({
  getParentRoute: () => rootRoute,
  path: '/usage',
  validateSearch: (search: Record<string, unknown>): { days?: number; error?: string; request?: string } => ({
    days: numberOf(search.days),
    error: textOf(search.error),
    request: textOf(search.request),
  }),
  component: lazyRouteComponent(() => import('./features/usage/UsagePage'), 'UsagePage'),
});

const data = createRoute({
  getParentRoute: () => rootRoute,
  path: '/data',
  validateSearch: pageSearch,
  component: lazyRouteComponent(() => import('./features/data/DataPage'), 'DataPage'),
});

const importReport = createRoute({
  getParentRoute: () => rootRoute,
  path: '/data/imports/$importId',
  component: lazyRouteComponent(() => import('./features/data/ImportPage'), 'ImportPage'),
});

const exportList = createRoute({
  getParentRoute: () => rootRoute,
  path: '/exports',
  validateSearch: pageSearch,
  component: lazyRouteComponent(() => import('./features/exports/ExportsPage'), 'ExportsPage'),
});

const newExport = createRoute({
  getParentRoute: () => rootRoute,
  path: '/exports/new',
  validateSearch: clientSearch,
  component: lazyRouteComponent(() => import('./features/exports/NewExportPage'), 'NewExportPage'),
});

const exportDetails = createRoute({
  getParentRoute: () => rootRoute,
  path: '/exports/$exportId',
  component: lazyRouteComponent(() => import('./features/exports/ExportPage'), 'ExportPage'),
});

const embed = createRoute({
  getParentRoute: () => rootRoute,
  path: '/embed',
  validateSearch: (search: Record<string, unknown>): EmbedOptions => optionsOf(search),
  component: lazyRouteComponent(() => import('./features/embed/EmbedPage'), 'EmbedPage'),
});

const webhooks = createRoute({
  getParentRoute: () => rootRoute,
  path: '/webhooks',
  validateSearch: clientSearch,
  component: lazyRouteComponent(() => import('./features/webhooks/WebhooksPage'), 'WebhooksPage'),
});

const newWebhook = createRoute({
  getParentRoute: () => rootRoute,
  path: '/webhooks/new',
  validateSearch: clientSearch,
  component: lazyRouteComponent(() => import('./features/webhooks/NewWebhookPage'), 'NewWebhookPage'),
});

const webhook = createRoute({
  getParentRoute: () => rootRoute,
  path: '/webhooks/$webhookId',
  component: lazyRouteComponent(() => import('./features/webhooks/WebhookPage'), 'WebhookPage'),
});

const audit = createRoute({
  getParentRoute: () => rootRoute,
  path: '/audit',
  validateSearch: (search: Record<string, unknown>): AuditFilters & { page?: number } => ({
    actor: textOf(search.actor),
    action: textOf(search.action),
    subject_id: textOf(search.subject_id),
    from: textOf(search.from),
    until: textOf(search.until),
    page: numberOf(search.page),
  }),
  component: lazyRouteComponent(() => import('./features/audit/AuditPage'), 'AuditPage'),
});

const people = createRoute({
  getParentRoute: () => rootRoute,
  path: '/people',
  component: lazyRouteComponent(() => import('./features/people/PeoplePage'), 'PeoplePage'),
});

const settings = createRoute({
  getParentRoute: () => rootRoute,
  path: '/settings',
  component: lazyRouteComponent(() => import('./features/settings/SettingsPage'), 'SettingsPage'),
});

const administrators = createRoute({
  getParentRoute: () => rootRoute,
  path: '/administrators',
  component: lazyRouteComponent(
    () => import('./features/administrators/AdministratorsPage'),
    'AdministratorsPage',
  ),
});

const routeTree = rootRoute.addChildren([
  overview,
  clients,
  newClient,
  client.addChildren([clientAccess, clientActivity, clientHistory]),
  processingRecord,
  usage,
  data,
  importReport,
  exportList,
  newExport,
  exportDetails,
  embed,
  webhooks,
  newWebhook,
  webhook,
  audit,
  people,
  settings,
  administrators,
]);

export const createConsoleRouter = () =>
  createRouter({
    routeTree,
    basepath: '/admin',
    defaultPreload: 'intent',
    scrollRestoration: true,
    defaultErrorComponent: PageError,
    parseSearch: (query) => Object.fromEntries(new URLSearchParams(query)),
    stringifySearch: (search) => {
      const set = Object.entries(search).filter(([, value]) => value !== undefined && value !== '');
      const query = new URLSearchParams(set.map(([name, value]) => [name, String(value)])).toString();
      return query && `?${query}`;
    },
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>;
  }
}
