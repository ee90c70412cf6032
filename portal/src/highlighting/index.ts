import type { Plugin } from '@docusaurus/types';

/**
 * Leaves out Prism, which the theme would load to highlight code in the browser. All code is highlighted by Shiki
 * when the site is built: in guides by `rehypeHighlight`, in the API reference by its plugin.
 */
export default function highlightingPlugin(): Plugin {
  return {
    name: 'folkmoot-highlighting',
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
