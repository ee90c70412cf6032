import path from 'node:path';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { defaults } from '../portal/provider';

const providerColours = 'virtual:provider-colours.css';

/** The portal's colours, from the file in which the portal declares them. */
function providerColoursPlugin(): Plugin {
  const declarations = (primary: string, accent: string) =>
    `--provider-primary:${primary};--provider-accent:${accent}`;
  const css = [
    `:root{${declarations(defaults.primaryColour, defaults.accentColour)}}`,
    `[data-theme=dark]{${declarations(defaults.primaryColourDark, defaults.accentColourDark)}}`,
  ].join('');
  return {
    name: 'provider-colours',
    resolveId: (id) => (id === providerColours ? `\0${id}` : null),
    load: (id) => (id === `\0${providerColours}` ? css : null),
  };
}

/** React Aria's own texts are in English, as the console's are. A locale without texts would be an error there. */
function englishTextsPlugin(): Plugin {
  return {
    name: 'english-texts',
    load: (id) =>
      /[/\\]intl[/\\].*[/\\](?!en-US)[a-z]{2}-[A-Z]{2}\.mjs$/.test(id)
        ? "export { default } from './en-US.mjs'"
        : null,
  };
}

const modules = path.join(import.meta.dirname, 'node_modules');

export default defineConfig({
  base: '/admin/',
  plugins: [react(), providerColoursPlugin(), englishTextsPlugin()],
  resolve: {
    alias: {
      '@': path.join(import.meta.dirname, 'src'),
      // The style sheets of the portal import their fonts from the packages of the console.
      '@fontsource': path.join(modules, '@fontsource'),
      '@fontsource-variable': path.join(modules, '@fontsource-variable'),
    },
  },
  build: {
    outDir: 'build',
    target: ['chrome111', 'edge111', 'firefox114', 'safari16.4'],
    // A data URL would need `data:` in the Content-Security-Policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: {
    fs: { allow: ['..'] },
    proxy: { '/admin/api': process.env.FOLKMOOT_URL ?? 'http://127.0.0.1:8080' },
  },
  test: { include: ['src/**/*.test.ts'] },
});
