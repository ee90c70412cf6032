import { valuePlaceholders } from './src/provider/valuePlaceholders';

/**
 * The values that differ between providers. The built portal has a placeholder wherever it uses one; the server replaces
 * them when it serves a page. `src/provider/README.md` describes how.
 */
export interface Provider {
  /** The organisation that runs the platform; shown in the navbar and the copyright. */
  name: string;
  /** The name of the software in guides. */
  product: string;
  /** One sentence for search results and previews. */
  tagline: string;
  /** The origin of this portal, without a trailing slash. */
  portalUrl: string;
  /** The origin of the platform, without a trailing slash; samples use it. */
  apiUrl: string;
  /** The page of the source code. Links to `about:invalid` are hidden, here and below. */
  repositoryUrl: string;
  /** The website of the organisation. */
  companyUrl: string;
  /** The discussion forum. */
  forumUrl: string;
  /** The organisation's profile in a social network. */
  socialUrl: string;
  /** The name of that social network. */
  socialNetwork: string;
  /** The path of the logo for a light background. */
  logo: string;
  /** The path of the logo for a dark background. */
  logoDark: string;
  /** The path of the icon in browser tabs. */
  icon: string;
  /** The CSS colour of links, buttons and selected items; needs a contrast of at least 4.5 on the page background. */
  primaryColour: string;
  /** The primary colour in the dark colour mode. */
  primaryColourDark: string;
  /** The CSS colour of decoration and illustrations, never of text. */
  accentColour: string;
  /** The accent colour in the dark colour mode. */
  accentColourDark: string;
  /** A message in HTML at the top of every page until the reader closes it; none if empty. */
  announcement: string;
  /** Identifies the message; a new id shows the bar again to readers who closed it. */
  announcementId: string;
  /** The year of the copyright. */
  copyrightYear: string;
  /** `on` if the reference has Try it buttons, which send requests from the browser; otherwise `off`. */
  tryIt: string;
  /** `on` if the navigation and the search lead to the guides of those who run a platform; otherwise `off`. */
  operatorGuides: string;
}

/** The end of the URL of the page about the product, `/guides/intro-folkmoot`; the same for every provider. */
export const productSlug = 'folkmoot';

/** The values of the built portal if it is served as plain files. */
export const defaults: Provider = {
  name: 'Folkmoot',
  product: 'Folkmoot',
  tagline: 'Guides and API reference for people who build with civic participation data.',
  portalUrl: 'https://developers.folkmoot.example',
  apiUrl: 'https://platform.folkmoot.example',
  repositoryUrl: 'https://github.com/folkmoot/folkmoot',
  companyUrl: 'https://www.folkmoot.example',
  forumUrl: 'https://forum.folkmoot.example',
  socialUrl: 'https://social.folkmoot.example/@folkmoot',
  socialNetwork: 'Mastodon',
  logo: '/img/logo.svg',
  logoDark: '/img/logo-dark.svg',
  icon: '/img/icon.svg',
  primaryColour: '#14604f',
  primaryColourDark: '#86d5bb',
  accentColour: '#e39a2d',
  accentColourDark: '#f0b75a',
  announcement:
    'Version 2 of the API is here. <a href="/guides/start-first-request">Make your first request</a>.',
  announcementId: 'api-version-2',
  copyrightYear: '2025',
  tryIt: 'on',
  operatorGuides: 'on',
};

/** The values that code uses: placeholders in a build, the defaults in the development server. */
export const provider: Provider = process.env.NODE_ENV === 'production' ? valuePlaceholders : defaults;
