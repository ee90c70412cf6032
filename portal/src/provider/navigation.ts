import type { ThemeConfig } from '@docusaurus/theme-common';
import type { Provider } from '../../provider';

/** The page that lists what changed in the API. */
const changes = { to: '/api/changes', label: 'API changes' };

/** The links in the navbar. */
export function navbar(provider: Provider): ThemeConfig['navbar'] {
  return {
    title: provider.name,
    hideOnScroll: true,
    logo: { alt: '', src: provider.logo, srcDark: provider.logoDark, width: 36, height: 36 },
    items: [
      { to: '/guides/start-first-request', label: 'Guides', position: 'left', activeBasePath: '/guides' },
      { to: '/api', label: 'API', position: 'left', activeBasePath: '/api' },
      { type: 'search', position: 'right' },
      { type: 'docsVersionDropdown', position: 'right', dropdownItemsAfter: [changes] },
      { type: 'localeDropdown', position: 'right' },
      { href: provider.repositoryUrl, label: 'Source code', position: 'right' },
    ],
  } as ThemeConfig['navbar'];
}

/** The two groups of links in the footer, and the copyright. */
export function footer(provider: Provider): ThemeConfig['footer'] {
  return {
    style: 'light',
    logo: { alt: '', src: provider.logo, srcDark: provider.logoDark, width: 40, height: 40 },
    links: [
      {
        title: 'Info',
        items: [
          { label: provider.name, href: provider.companyUrl },
          { label: 'Blog', to: '/blog' },
          { label: 'Development portal', to: '/' },
        ],
      },
      {
        title: 'Community',
        items: [
          { label: 'Discussion forum', href: provider.forumUrl },
          { label: provider.socialNetwork, href: provider.socialUrl },
        ],
      },
    ],
    copyright: `Copyright © ${provider.copyrightYear} ${provider.name}`,
  } as ThemeConfig['footer'];
}
