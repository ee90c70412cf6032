/** The organisation that provides the platform. Paths of images are null without one of its own. */
interface Provider {
  name: string;
  /** The name of the software. */
  product: string;
  logo: string | null;
  logo_dark: string | null;
  icon: string | null;
}

declare global {
  var folkmootProvider: Provider;
}

/** The values of `provider.js`, which the server writes with its settings. */
export const provider = globalThis.folkmootProvider;

export function showIcon() {
  const link = document.querySelector<HTMLLinkElement>('link[rel=icon]');
  if (!link || !provider.icon) return;
  link.removeAttribute('type');
  link.href = provider.icon;
}
