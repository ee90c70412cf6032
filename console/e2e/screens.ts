import { uuid } from './fake/data';

/** Every screen with its title and the request without which it shows nothing. */
export const screens: { name: string; path: string; title: string; request: RegExp; retried: string }[] = [
  {
    name: 'overview',
    path: '/',
    title: 'Overview',
    request: /^\/overview$/,
    retried: 'The public API is on',
  },
  {
    name: 'clients',
    path: '/clients',
    title: 'Clients',
    request: /^\/clients$/,
    retried: '1–24 of 60 clients',
  },
  {
    name: 'new client',
    path: '/clients/new',
    title: 'New client',
    request: /^\/access-levels$/,
    retried: '1. Who?',
  },
  {
    name: 'client',
    path: `/clients/${uuid(2)}`,
    title: 'University of Ashford, turnout study',
    request: /^\/clients\/[^/]+$/,
    retried: 'Client id',
  },
  { name: 'usage', path: '/usage', title: 'Usage', request: /^\/usage$/, retried: 'Requests by resource' },
  { name: 'data', path: '/data', title: 'Data', request: /^\/data$/, retried: 'Email campaign deliveries' },
  {
    name: 'import',
    path: `/data/imports/${uuid(9002)}`,
    title: 'Dry run',
    request: /^\/imports\/.+$/,
    retried: 'The dry run found errors',
  },
  {
    name: 'audit log',
    path: '/audit',
    title: 'Audit log',
    request: /^\/audit$/,
    retried: '1–24 of 60 entries',
  },
  { name: 'people', path: '/people', title: 'People', request: /^\/people\/find$/, retried: '' },
  {
    name: 'settings',
    path: '/settings',
    title: 'Settings',
    request: /^\/settings$/,
    retried: 'client-max-days',
  },
  {
    name: 'administrators',
    path: '/administrators',
    title: 'Administrators',
    request: /^\/admin-keys$/,
    retried: 'Data protection officer',
  },
];
