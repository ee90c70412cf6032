import type { Plugin } from '@docusaurus/types';
import { type Colours, provider } from '../../provider';

const declarations = ({ primary, accent }: Colours) =>
  `--provider-primary:${primary};--provider-accent:${accent}`;

/** Adds the provider's colours to every page as CSS variables. */
export default function providerPlugin(): Plugin {
  return {
    name: 'folkmoot-provider',
    injectHtmlTags: () => ({
      headTags: [
        {
          tagName: 'style',
          innerHTML: `:root{${declarations(provider.colours.light)}}[data-theme=dark]{${declarations(provider.colours.dark)}}`,
        },
        { tagName: 'meta', attributes: { name: 'theme-color', content: provider.colours.light.primary } },
      ],
    }),
  };
}
