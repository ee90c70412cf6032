import type { Provider } from '../../provider';

/**
 * Puts the provider's names into a text: `{product}`-like tokens, written `%product%`, so that they
 * are read neither as MDX expressions nor as URL templates.
 */
export function fillIn(text: string, provider: Provider): string {
  const values: Record<string, string> = {
    product: provider.product,
    productSlug: provider.productSlug,
    provider: provider.name,
    apiAddress: provider.apiAddress,
    siteAddress: provider.siteAddress,
    repository: provider.links.repository,
    forum: provider.links.forum,
  };
  return text.replace(/%([a-zA-Z]+)%/g, (token, name: string) => values[name] ?? token);
}
