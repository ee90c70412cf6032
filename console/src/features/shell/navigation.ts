/** The sections of the console, in the order of the navigation. */
export const sections = [
  { to: '/', label: 'Overview', icon: 'overview' },
  { to: '/clients', label: 'Clients', icon: 'clients' },
  { to: '/embed', label: 'Embed', icon: 'embed' },
  { to: '/usage', label: 'Usage', icon: 'usage' },
  { to: '/data', label: 'Data', icon: 'data' },
  { to: '/exports', label: 'Exports', icon: 'exports' },
  { to: '/people', label: 'People', icon: 'people' },
  { to: '/audit', label: 'Audit log', icon: 'audit' },
  { to: '/settings', label: 'Settings', icon: 'settings' },
  { to: '/administrators', label: 'Administrators', icon: 'administrators' },
] as const;
