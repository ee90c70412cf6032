/** Outlines on a grid of 20 units. */
const paths = {
  check: 'M4 10.5l4 4 8-9',
  close: 'M5 5l10 10M15 5L5 15',
  copy: 'M7 7V4h9v9h-3M4 7h9v9H4z',
  download: 'M10 3v9m-4-3.5l4 4 4-4M4 16.5h12',
  upload: 'M10 13V4M6 7.5l4-4 4 4M4 16.5h12',
  plus: 'M10 4v12M4 10h12',
  search: 'M9 15A6 6 0 109 3a6 6 0 000 12zm4.5-1.5L17 17',
  menu: 'M3 5.5h14M3 10h14M3 14.5h14',
  warning: 'M10 3l8 14H2zm0 5v4m0 2.2v.1',
  danger: 'M10 18a8 8 0 100-16 8 8 0 000 16zm0-12v5m0 2.9v.1',
  info: 'M10 18a8 8 0 100-16 8 8 0 000 16zm0-9v5m0-7.9V6',
  next: 'M7.5 4l6 6-6 6',
  previous: 'M12.5 4l-6 6 6 6',
  up: 'M10 16V4m-5 5l5-5 5 5',
  down: 'M10 4v12m-5-5l5 5 5-5',
  chevron: 'M5 7.5l5 5 5-5',
  eye: 'M2 10s3-5.5 8-5.5 8 5.5 8 5.5-3 5.5-8 5.5S2 10 2 10zm8 2.5a2.5 2.5 0 100-5 2.5 2.5 0 000 5z',
  overview: 'M3 17V9m4.7 8V4m4.6 13v-6M17 17V7',
  clients: 'M4 5h12v10H4zM7 8l2 2-2 2m4 0h2.5',
  embed: 'M6.500 6L2.500 10l4 4m7-8l4 4-4 4M11.500 4l-3 12',
  webhooks: 'M11 2.5l-6.500 9H10l-1 6 6.500-9H10z',
  usage: 'M3 13l4-4 3.5 3L17 5.5M17 10V5.5h-4.5',
  data: 'M3.5 5c0-1.4 2.9-2.5 6.5-2.5S16.500 3.600 16.500 5 13.600 7.500 10 7.500 3.500 6.400 3.500 5zm0 0v10c0 1.400 2.900 2.500 6.500 2.500s6.500-1.100 6.500-2.500V5m-13 5c0 1.400 2.900 2.500 6.500 2.500s6.500-1.100 6.500-2.500',
  exports: 'M10 2.500l7 3.500v8l-7 3.500L3 14V6zM3 6l7 3.500L17 6m-7 3.500v8',
  audit: 'M5 2.500h10v15l-2.500-1.500L10 17.500 7.500 16 5 17.500zM8 7h4m-4 3.500h4',
  people:
    'M7.500 9a3 3 0 100-6 3 3 0 000 6zM2 17v-1.500A4.500 4.500 0 016.500 11h2a4.500 4.500 0 014.500 4.500V17m0-8.200a3 3 0 000-5.600M15.500 11.500A4.500 4.500 0 0118 15.500V17',
  settings: 'M3 6h7m4 0h3M3 14h3m4 0h7M12 8a2 2 0 100-4 2 2 0 000 4zm-4 8a2 2 0 100-4 2 2 0 000 4z',
  administrators: 'M12.500 11.500a4.500 4.500 0 10-4-2.500L3 14.500V17h3v-2h2v-2l2-1.700M13.500 6.500v.1',
  external: 'M8 4H4v12h12v-4M11 3h6v6m0-6l-8 8',
  retry: 'M16 10a6 6 0 11-2-4.500L16 7.500M16 3v4.500h-4.500',
  sun: 'M10 13.500a3.500 3.500 0 100-7 3.500 3.500 0 000 7zM10 2v1.500M10 16.500V18M2 10h1.500M16.500 10H18M4.300 4.300l1.100 1.100m9.200 9.200l1.100 1.100m0-11.400l-1.100 1.100m-9.200 9.200l-1.100 1.100',
  sign_out: 'M8 4H4v12h4m4-9.500L15.500 10 12 13.500M15 10H8',
  lock: 'M5 9h10v8H5zm2 0V6.500a3 3 0 016 0V9',
  power: 'M10 3v7m4-5.500a6.500 6.500 0 11-8 0',
} as const;

export type IconName = keyof typeof paths;

/** Decoration: the text beside it, or the label of its button, has the meaning. */
export function Icon({ name, className = 'icon' }: { name: IconName; className?: string }) {
  return (
    <svg className={className} viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      <path d={paths[name]} />
    </svg>
  );
}
