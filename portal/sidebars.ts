import type { SidebarsConfig } from '@docusaurus/plugin-content-docs';
import { provider } from './provider';

/** The class of what `provider.css` hides from a city's readers. */
const operatorGuides = 'operator-guides';

/** The first level is by reader: those who use the API, those who run a platform, and those who work on the software. */
const sidebars: SidebarsConfig = {
  guides: [
    { type: 'doc', id: 'index', label: 'Welcome' },
    'guides/intro-product',
    { type: 'link', label: 'API reference', href: '/api' },
    'open-data',
    'feeds-and-calendars',
    {
      type: 'category',
      label: 'Use the API',
      collapsed: false,
      items: [
        'guides/start-first-request',
        'guides/use-lists',
        'guides/use-downloads',
        'guides/use-formats',
        'guides/use-data-model',
        'guides/use-errors',
        'guides/use-sync',
        'guides/use-webhooks',
        'guides/use-website',
        'guides/use-files',
        'guides/use-personal-data',
        'guides/reference-problems',
        'guides/reference-timezones',
        {
          type: 'category',
          label: 'Tools',
          collapsed: false,
          items: [
            'guides/use-python',
            'guides/use-typescript',
            'guides/use-analysis-tools',
            'guides/use-google-sheets',
            'guides/use-dashboards',
            'guides/use-tableau',
            'guides/use-maps',
            'guides/use-votes-research',
            'guides/use-pipelines',
            'guides/use-automation',
            'guides/use-assistants',
            'guides/use-clients-and-tools',
          ],
        },
      ],
    },
    {
      type: 'category',
      label: 'Run a platform',
      className: operatorGuides,
      collapsed: false,
      items: [
        'guides/start-configure-platform',
        'guides/start-import',
        'guides/start-export',
        'guides/start-open-data',
        'guides/start-mirror',
        'guides/start-clients',
        'guides/start-decide-access',
        'guides/start-administration',
        'guides/start-personal-data',
        'guides/start-install',
        'guides/start-deployment',
        'guides/start-deployment-many',
        'guides/start-monitoring',
        'guides/start-operations',
        'guides/start-upgrades',
        'guides/start-move',
        'guides/start-uninstall',
        'guides/reference-settings',
        'guides/reference-metrics',
      ],
    },
    {
      type: 'category',
      label: `Work on ${provider.product}`,
      className: operatorGuides,
      collapsed: false,
      items: [
        'guides/start-dev-environment',
        'guides/start-contributing',
        'guides/reference-component-library',
      ],
    },
  ],
};

export default sidebars;
