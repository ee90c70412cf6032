import type { Page } from '../prerendered/pages';
import { markdownUrl, previewImageUrl } from './urls';

interface Site {
  title: string;
  tagline: string;
  url: string;
  baseUrl: string;
}

/** Metadata that Docusaurus does not write: preview image, Markdown copy and structured data. */
export function metadataHtml(page: Page, site: Site): string {
  const image = site.url + previewImageUrl(page.path, site.baseUrl);
  return [
    `<meta property="og:type" content="${page.path === site.baseUrl ? 'website' : 'article'}">`,
    `<meta property="og:site_name" content="${site.title}">`,
    `<meta property="og:image" content="${image}">`,
    '<meta property="og:image:width" content="1200">',
    '<meta property="og:image:height" content="630">',
    `<meta name="twitter:image" content="${image}">`,
    `<link rel="alternate" type="text/markdown" href="${markdownUrl(page.path, site.baseUrl)}">`,
    ...structuredData(page, site).map(
      (data) =>
        `<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`,
    ),
  ].join('');
}

/** Links that load the fonts of every page before the browser has parsed the style sheet. */
export function fontPreloads(files: string[], baseUrl: string): string {
  return files
    .filter((file) => /-latin-(?:400|wght)-normal-/.test(file))
    .map(
      (file) =>
        `<link rel="preload" as="font" type="font/woff2" href="${baseUrl}assets/fonts/${file}" crossorigin>`,
    )
    .join('');
}

/** Docusaurus writes the structured data of blog posts. */
function structuredData(page: Page, site: Site): object[] {
  const type = typeOf(page.path.slice(site.baseUrl.length));
  if (!type) {
    return [];
  }
  const isSite = type === 'WebSite';
  return [
    {
      '@context': 'https://schema.org',
      '@type': type,
      [isSite ? 'name' : 'headline']: isSite ? site.title : page.title,
      description: page.description || site.tagline,
      url: site.url + page.path,
      inLanguage: 'en',
      ...(isSite ? {} : { image: site.url + previewImageUrl(page.path, site.baseUrl) }),
    },
  ];
}

function typeOf(path: string): string | undefined {
  if (path === '') {
    return 'WebSite';
  }
  if (/^api(?:\/|$)/.test(path)) {
    return 'APIReference';
  }
  return path.startsWith('guides/') ? 'TechArticle' : undefined;
}
