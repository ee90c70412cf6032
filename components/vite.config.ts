import { defineConfig } from 'vitest/config';

export default defineConfig({
  build: {
    outDir: 'build',
    target: ['chrome111', 'edge111', 'firefox114', 'safari16.4'],
    // The style sheet has its own fallback for `light-dark()`; a rewritten one does not follow the page's `color-scheme`.
    cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      input: { folkmoot: 'src/folkmoot.ts', embed: 'src/embed.ts' },
      // The names are part of the URLs that pages contain.
      output: { entryFileNames: '[name].js', assetFileNames: '[name][extname]' },
    },
  },
  test: { include: ['src/**/*.test.ts'] },
});
