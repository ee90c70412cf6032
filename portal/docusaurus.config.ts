import { spawnSync } from 'node:child_process';
import type { FeedOptions } from '@docusaurus/plugin-content-blog';
import type { UserThemeConfig } from '@docusaurus/theme-common';
import type { Config } from '@docusaurus/types';
import { guideMap } from './guideMap';
import { provider } from './provider';
import { pageTemplate } from './src/client/pageTemplate';
import remarkExamples from './src/components/Example/remarkExamples';
import rehypeColumnNames from './src/components/Table/rehypeColumnNames';
import rehypeHighlight from './src/highlighting/rehypeHighlight';
import { warnAboutBrokenMarkdownLink } from './src/provider/brokenMarkdownLinks';
import { footer, navbar } from './src/provider/navigation';
import { replacePlaceholders } from './src/provider/placeholders';

const themeConfig: UserThemeConfig = {
  colorMode: { defaultMode: 'light', disableSwitch: false, respectPrefersColorScheme: false },
  docs: { versionPersistence: 'localStorage', sidebar: { hideable: false, autoCollapseCategories: false } },
  tableOfContents: { minHeadingLevel: 2, maxHeadingLevel: 3 },
  announcementBar: { id: provider.announcementId, content: provider.announcement, isCloseable: true },
  navbar: navbar(provider),
  footer: footer(provider),
  metadata: [{ name: 'description', content: provider.tagline }],
};

/** Whether Git knows these files. In a release archive or a container it does not, and Docusaurus would fail. */
const hasHistory = spawnSync('git', ['ls-files', '--error-unmatch', __filename]).status === 0;

/** Links to edit pages, and the dates of their last commits, if there is a history. */
const pageHistory = {
  editUrl: `${provider.repositoryUrl}/edit/main/portal/`,
  showLastUpdateTime: true,
};

/** The sample pages of the specification. They stay reachable, but search engines and feeds leave them out. */
const samplePages = [
  '/markdown-page',
  '/blog/{hello-world,hola,welcome}',
  '/blog/tags/{docusaurus,facebook,hello,hola}',
];

/** The posts of the feeds: all but the sample posts. */
const createFeedItems: FeedOptions['createFeedItems'] = ({ blogPosts, defaultCreateFeedItems, ...feed }) =>
  defaultCreateFeedItems({
    ...feed,
    blogPosts: blogPosts.filter(({ metadata }) => !metadata.frontMatter.sample),
  });

const config: Config = {
  title: 'Development Portal',
  titleDelimiter: '|',
  tagline: provider.tagline,
  favicon: provider.icon,
  url: provider.portalUrl,
  baseUrl: '/',
  noIndex: false,
  onBrokenLinks: 'throw',
  onBrokenAnchors: 'throw',
  onDuplicateRoutes: 'warn',
  i18n: { defaultLocale: 'en', locales: ['en'] },
  future: { v4: true, faster: true, experimental_vcs: hasHistory ? 'default-v2' : 'disabled' },
  ssrTemplate: pageTemplate,
  storage: { type: 'localStorage', namespace: false },
  markdown: {
    mermaid: false,
    preprocessor: ({ fileContent }) => replacePlaceholders(fileContent, provider),
    parseFrontMatter: async (file) =>
      file.defaultParseFrontMatter({ ...file, fileContent: replacePlaceholders(file.fileContent, provider) }),
    hooks: { onBrokenMarkdownLinks: warnAboutBrokenMarkdownLink },
  },
  clientModules: ['canonicalUrl', 'failedLoad', 'idlePrefetch'].map((name) => `./src/client/${name}.ts`),
  themes: [['@docusaurus/theme-classic', { customCss: './src/css/index.css' }], './src/search/index.ts'],
  plugins: [
    '@docusaurus/plugin-css-cascade-layers',
    [
      '@docusaurus/plugin-content-docs',
      {
        path: 'docs',
        routeBasePath: '/',
        sidebarPath: './sidebars.ts',
        ...pageHistory,
        versions: { current: { label: 'Version 2' } },
        beforeDefaultRemarkPlugins: [remarkExamples],
        rehypePlugins: [rehypeHighlight, rehypeColumnNames],
      },
    ],
    [
      '@docusaurus/plugin-content-blog',
      {
        path: 'blog',
        routeBasePath: 'blog',
        rehypePlugins: [rehypeHighlight],
        blogTitle: 'Blog',
        blogDescription: `News about the ${provider.product} API and this portal.`,
        blogSidebarTitle: 'Recent posts',
        blogSidebarCount: 'ALL',
        showReadingTime: true,
        ...pageHistory,
        feedOptions: {
          type: ['rss', 'atom', 'json'],
          title: `${provider.name} blog`,
          copyright: `© ${provider.copyrightYear} ${provider.name}`,
          createFeedItems,
        },
        onInlineAuthors: 'ignore',
        onUntruncatedBlogPosts: 'ignore',
      },
    ],
    [
      '@docusaurus/plugin-content-pages',
      { path: 'src/pages', rehypePlugins: [rehypeHighlight], ...pageHistory },
    ],
    [
      '@docusaurus/plugin-sitemap',
      { lastmod: null, changefreq: null, priority: null, ignorePatterns: samplePages },
    ],
    './src/provider/index.ts',
    './src/highlighting/index.ts',
    './src/timezones/index.ts',
    './src/personal-data/index.ts',
    [
      './src/reference/index.ts',
      {
        links: [
          { label: 'Make your first request', to: '/guides/start-first-request' },
          { label: 'Errors', to: '/guides/reference-problems' },
          { label: 'API changes', to: '/api/changes' },
        ],
        guides: guideMap,
        tasks: [
          {
            title: 'Get a token',
            text: 'Exchange a client ID and secret for the token that all other requests send.',
            operation: 'POST /api/v2/authenticate',
          },
          {
            title: 'Read the ideas of a project',
            text: 'Filter by project, phase, topic, date or location, and search in their texts.',
            operation: 'GET /api/v2/ideas',
          },
          {
            title: 'Keep a copy up to date',
            text: 'Read what changed or was deleted since your last request.',
            operation: 'GET /api/v2/changes',
          },
          {
            title: 'Download everything',
            text: 'Download files with all records, which the platform makes every day.',
            operation: 'GET /api/v2/exports',
          },
          {
            title: 'Read voting results',
            text: 'Read the votes and baskets of each idea in a voting phase.',
            operation: 'GET /api/v2/idea_phases',
          },
          {
            title: 'Upload a file',
            text: 'Add a document, recording or other file to a project.',
            operation: 'POST /api/v2/files',
          },
        ],
      },
    ],
    './src/changes/index.ts',
    './src/packages/index.ts',
    './src/machine-readable/index.ts',
  ],
  themeConfig,
};

export default config;
