import { version } from '../../package.json';
import { type Provider, productSlug } from '../../provider';

/**
 * Replaces placeholders of guides, such as `%product%`, with the provider's values. MDX reads `{product}` as an expression, and
 * URL templates use it too, hence the percent signs.
 */
export function replacePlaceholders(text: string, provider: Provider): string {
  const values: Record<string, string> = {
    product: provider.product,
    productSlug,
    version,
    provider: provider.name,
    apiUrl: provider.apiUrl,
    siteUrl: provider.portalUrl,
    repository: provider.repositoryUrl,
    forum: provider.forumUrl,
    primaryColour: provider.primaryColour,
  };
  return text.replace(/%([a-zA-Z]+)%/g, (placeholder, name: string) => values[name] ?? placeholder);
}
