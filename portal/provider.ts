/** Who runs this portal: every name, link, colour and picture that a provider may want to change. */
export interface Provider {
  /** The company or body that offers the platform; stands in the footer's copyright. */
  name: string;
  /** The software, as guides call it. */
  product: string;
  /** Ends the address of the page about the product: `/guides/intro-{productSlug}`. */
  productSlug: string;
  /** One sentence under the title in search results and previews. */
  tagline: string;
  /** Where this portal is reached, without a slash at the end. */
  siteAddress: string;
  /** Where the API is reached, without a slash at the end; samples are written for it. */
  apiAddress: string;
  /** The year of the copyright. */
  copyrightYear: number;
  links: {
    repository: string;
    company: string;
    forum: string;
    social: string;
  };
  /** The name of the social network that `links.social` leads to. */
  socialNetwork: string;
  /** Pictures under `static/`, drawn for a light and a dark background. */
  logo: { light: string; dark: string; icon: string };
  /** Text and link colours must reach a contrast of 4.5 against the page. */
  colours: { light: Colours; dark: Colours };
  /** A message above every page until it is dismissed; a new id shows it again. */
  announcement?: { id: string; content: string };
  /** Whether the reference lets readers send requests from the browser. */
  tryIt: boolean;
}

/** The colours of one mode. */
export interface Colours {
  /** Links, buttons and what is chosen. */
  primary: string;
  /** Small marks and illustrations, never text. */
  accent: string;
}

export const provider: Provider = {
  name: 'Folkmoot',
  product: 'Folkmoot',
  productSlug: 'folkmoot',
  tagline: 'Guides and API reference for people who build with civic participation data.',
  siteAddress: 'https://developers.folkmoot.example',
  apiAddress: 'https://platform.folkmoot.example',
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
