import type { SidebarsConfig } from '@docusaurus/plugin-content-docs';

const sidebars: SidebarsConfig = {
  guides: [
    { type: 'doc', id: 'index', label: 'Welcome' },
    {
      type: 'category',
      label: 'Get started',
      collapsed: false,
      items: [
        'guides/intro-product',
        'guides/start-first-request',
        'guides/start-dev-environment',
        'guides/start-configure-platform',
        'guides/start-import',
        'guides/start-clients',
        'guides/start-deployment',
        'guides/start-deployment-many',
        'guides/start-upgrades',
        'guides/start-contributing',
      ],
    },
    {
      type: 'category',
      label: 'Use the API',
      collapsed: false,
      items: [
        'guides/use-lists',
        'guides/use-sync',
        'guides/use-analysis-tools',
        'guides/use-google-sheets',
        'guides/use-dashboards',
        'guides/use-tableau',
        'guides/use-maps',
        'guides/use-pipelines',
      ],
    },
    {
      type: 'category',
      label: 'Reference',
      collapsed: false,
      items: [
        'guides/reference-timezones',
        'guides/reference-problems',
        'guides/reference-settings',
        'guides/reference-component-library',
        { type: 'link', label: 'API reference', href: '/api' },
      ],
    },
  ],
};

export default sidebars;
