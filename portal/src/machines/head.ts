import type { Page } from '../prerendered/pages';
import { pictureOf, twinOf } from './addresses';

interface Site {
  title: string;
  tagline: string;
  url: string;
  baseUrl: string;
}

/** What the head of a page tells programs beside what Docusaurus says: picture, twin, structured data. */
export function headOf(page: Page, site: Site): string {
  const picture = site.url + pictureOf(page.address, site.baseUrl);
  return [
    `<meta property="og:type" content="${page.address === site.baseUrl ? 'website' : 'article'}">`,
    `<meta property="og:site_name" content="${site.title}">`,
    `<meta property="og:image" content="${picture}">`,
    '<meta property="og:image:width" content="1200">',
    '<meta property="og:image:height" content="630">',
    `<meta name="twitter:image" content="${picture}">`,
    `<link rel="alternate" type="text/markdown" href="${twinOf(page.address, site.baseUrl)}">`,
    ...structuredData(page, site).map(
      (data) =>
        `<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`,
    ),
  ].join('');
}

/** Asks for the fonts that every page needs before the style sheet that names them has been read. */
export function fontsAhead(files: string[], baseUrl: string): string {
  return files
    .filter((file) => /-latin-(?:400|wght)-normal-/.test(file))
    .map(
      (file) =>
        `<link rel="preload" as="font" type="font/woff2" href="${baseUrl}assets/fonts/${file}" crossorigin>`,
    )
    .join('');
}

/** Blog posts have theirs from Docusaurus. */
function structuredData(page: Page, site: Site): object[] {
  const type = typeOf(page.address.slice(site.baseUrl.length));
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
      url: site.url + page.address,
      inLanguage: 'en',
      ...(isSite ? {} : { image: site.url + pictureOf(page.address, site.baseUrl) }),
    },
  ];
}

function typeOf(path: string): string | undefined {
  if (path === '') {
    return 'WebSite';
  }
  if (path === 'api') {
    return 'APIReference';
  }
  return path.startsWith('guides/') ? 'TechArticle' : undefined;
}
