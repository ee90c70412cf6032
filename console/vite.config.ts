import path from 'node:path';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { defaults } from '../portal/provider';
import { messagesPlugin } from './messages/plugin';

/** The files of the provider with the portal's default values; the server writes them with its settings. */
function providerPlugin(): Plugin {
  const declarations = (primary: string, accent: string) =>
    `--provider-primary:${primary};--provider-accent:${accent}`;
  const css = [
    `:root{${declarations(defaults.primaryColour, defaults.accentColour)}}`,
    `[data-theme=dark]{${declarations(defaults.primaryColourDark, defaults.accentColourDark)}}`,
  ].join('');
  const { name, product } = defaults;
  const script = `folkmootProvider=${JSON.stringify({ name, product, logo: null, logo_dark: null, icon: null })}`;
  return {
    name: 'provider',
    transformIndexHtml: () => [
      { tag: 'link', attrs: { rel: 'stylesheet', href: '/admin/provider.css' }, injectTo: 'head' },
      { tag: 'script', attrs: { src: '/admin/provider.js' }, injectTo: 'head' },
    ],
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'provider.css', source: css });
      this.emitFile({ type: 'asset', fileName: 'provider.js', source: script });
    },
  };
}

/** React Aria's own texts, in the languages of the console. Another locale without texts would be an error there. */
function ariaTextsPlugin(): Plugin {
  return {
    name: 'aria-texts',
    load: (id) =>
      /[/\\]intl[/\\].*[/\\](?!en-US|nl-NL|fr-FR|de-DE)[a-z]{2}-[A-Z]{2}\.mjs$/.test(id)
        ? "export { default } from './en-US.mjs'"
        : null,
  };
}

const modules = path.join(import.meta.dirname, 'node_modules');

export default defineConfig({
  base: '/admin/',
  plugins: [react(), providerPlugin(), messagesPlugin(), ariaTextsPlugin()],
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
    proxy: { '^/admin/(api|provider)': process.env.FOLKMOOT_URL ?? 'http://127.0.0.1:8080' },
  },
  // How long tests wait before they fail. Not limits that a test measures.
  test: { include: ['{messages,src}/**/*.test.ts'], testTimeout: 60_000 },
});
