import path from 'node:path';
import type { Plugin } from '@docusaurus/types';
import { provider } from '../../provider';
import { ProviderValuesPlugin } from './ProviderValuesPlugin';

const declarations = (primary: string, accent: string) =>
  `--provider-primary:${primary};--provider-accent:${accent}`;

const light = declarations(provider.primaryColour, provider.accentColour);
const dark = declarations(provider.primaryColourDark, provider.accentColourDark);

/**
 * Adds the provider's values to every page: the colours as CSS variables, and all values as JSON for the scripts, which
 * contain none themselves.
 */
export default function providerPlugin(): Plugin {
  return {
    name: 'folkmoot-provider',
    injectHtmlTags: () => ({
      headTags: [
        { tagName: 'style', innerHTML: `:root{${light}}[data-theme=dark]{${dark}}` },
        { tagName: 'meta', attributes: { name: 'theme-color', content: provider.primaryColour } },
        {
          tagName: 'script',
          attributes: { type: 'application/json', id: 'provider-values' },
          innerHTML: JSON.stringify(provider).replaceAll('<', '\\u003c'),
        },
      ],
    }),
    getClientModules: () => [path.join(__dirname, 'provider.css')],
    configureWebpack: (_, isServer) =>
      isServer || process.env.NODE_ENV !== 'production'
        ? {}
        : { entry: path.join(__dirname, '../client/start.ts'), plugins: [new ProviderValuesPlugin()] },
  };
}
