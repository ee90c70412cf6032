/** The provider of this portal: all names, links, colours and images that differ between providers. */
export interface Provider {
  /** The organisation that runs the platform; shown in the navbar and the copyright. */
  name: string;
  /** The name of the software in guides. */
  product: string;
  /** The end of the URL of the page about the product: `/guides/intro-{productSlug}`. */
  productSlug: string;
  /** One sentence for search results and previews. */
  tagline: string;
  /** The URL of this portal, without a trailing slash. */
  siteUrl: string;
  /** The URL of the platform, without a trailing slash; samples use it. */
  apiUrl: string;
  /** The year of the copyright. */
  copyrightYear: number;
  links: {
    repository: string;
    company: string;
    forum: string;
    social: string;
  };
  /** The name of the social network that `links.social` points to. */
  socialNetwork: string;
  /** Images under `static/`, for a light and a dark background. */
  logo: { light: string; dark: string; icon: string };
  /** The primary colours need a contrast of at least 4.5 on the page background. */
  colours: { light: Colours; dark: Colours };
  /** A message at the top of every page until the reader closes it; a new id shows it again. */
  announcement?: { id: string; content: string };
  /** Whether the reference has Try it buttons, which send requests from the browser. */
  tryIt: boolean;
}

/** The colours of one colour mode. */
export interface Colours {
  /** Links, buttons and selected items. */
  primary: string;
  /** Decoration and illustrations, never text. */
  accent: string;
}

export const provider: Provider = {
  name: 'Folkmoot',
  product: 'Folkmoot',
  productSlug: 'folkmoot',
  tagline: 'Guides and API reference for people who build with civic participation data.',
  siteUrl: 'https://developers.folkmoot.example',
  apiUrl: 'https://platform.folkmoot.example',
  copyrightYear: 2025,
  links: {
    repository: 'https://github.com/folkmoot/folkmoot',
    company: 'https://www.folkmoot.example',
    forum: 'https://forum.folkmoot.example',
    social: 'https://social.folkmoot.example/@folkmoot',
  },
  socialNetwork: 'Mastodon',
  logo: { light: 'img/logo.svg', dark: 'img/logo-dark.svg', icon: 'img/icon.svg' },
  colours: {
    light: { primary: '#14604f', accent: '#e39a2d' },
    dark: { primary: '#86d5bb', accent: '#f0b75a' },
  },
  announcement: {
    id: 'api-version-2',
    content:
      'Version 2 of the API is here. <a href="/guides/start-first-request">Make your first request</a>.',
  },
  tryIt: true,
};
