/** The sections of the console, in the order of the navigation. Their names are keys of messages and of icons. */
export const sections = [
  { to: '/', name: 'overview' },
  { to: '/clients', name: 'clients' },
  { to: '/embed', name: 'embed' },
  { to: '/webhooks', name: 'webhooks' },
  { to: '/usage', name: 'usage' },
  { to: '/data', name: 'data' },
  { to: '/exports', name: 'exports' },
  { to: '/people', name: 'people' },
  { to: '/audit', name: 'audit' },
  { to: '/settings', name: 'settings' },
  { to: '/administrators', name: 'administrators' },
] as const;
