import type { Plugin } from '@docusaurus/types';

/**
 * Leaves Prism out, which the theme brings along for the colours of code: reading in its languages would take
 * more time than all the rest of a page's scripts. `theme/CodeBlock` colours code as the API reference does.
 */
export default function colouringPlugin(): Plugin {
  return {
    name: 'folkmoot-colouring',
    configureWebpack: () => ({
      resolve: {
        alias: {
          [require
            .resolve('@docusaurus/theme-classic/lib/prism-include-languages')
            .replace(/\.js$/, '')]: false,
        },
      },
    }),
  };
}
