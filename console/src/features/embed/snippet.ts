import text from 'messages:embed';
import type { ComponentsScript } from '@/api/publicQueries';
import { type EmbedOptions, kindOf, parametersOf } from './options';

/** What snippets are made of. */
export interface Embedded {
  /** The URL of the API, without a slash at its end. */
  server: string;
  key: string;
  script: ComponentsScript;
  platform: { name: string; url: string };
  options: EmbedOptions;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text as HTML has it, between tags and in quoted attributes. */
export const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => entities[character] ?? '');

const attributes = (list: [string, string][]) =>
  list.map(([name, value]) => ` ${name}="${escapeHtml(value)}"`).join('');

/** The URL of the page with the list, for frames. */
export function embedUrl({ server, key, options }: Pick<Embedded, 'server' | 'key' | 'options'>): string {
  const query = new URLSearchParams([['key', key], ...parametersOf(options)]);
  if (options.theme) query.set('theme', options.theme);
  if (options.accent) query.set('accent', options.accent);
  return `${server}/embed/${kindOf(options)}?${query}`;
}

const titleOf = ({ options, platform }: Embedded) =>
  text('frameTitle', { kind: text(`show.${kindOf(options)}`), platform: platform.name });

/** A web component, its script and its style sheet. Inside is what visitors see until it has loaded, and if it fails. */
export function elementSnippet(embedded: Embedded): string {
  const { server, key, script, platform, options } = embedded;
  const name = `folkmoot-${kindOf(options)}`;
  const own = parametersOf(options).map(([name, value]): [string, string] => [
    name.replaceAll('_', '-'),
    value,
  ]);
  const styles = [
    options.theme && `    color-scheme: ${options.theme};`,
    options.accent && `    --folkmoot-accent: ${options.accent};`,
    options.radius && `    --folkmoot-radius: ${options.radius};`,
  ].filter(Boolean);
  return [
    '<script type="module" crossorigin="anonymous"',
    `  src="${escapeHtml(new URL(script.url, `${server}/`).href)}"`,
    `  integrity="${escapeHtml(script.integrity)}"></script>`,
    ...(styles.length > 0 ? ['<style>', `  ${name} {`, ...styles, '  }', '</style>'] : []),
    `<${name}${attributes([['key', key], ...own])}>`,
    `  <a href="${escapeHtml(platform.url)}">${escapeHtml(titleOf(embedded))}</a>`,
    `</${name}>`,
  ].join('\n');
}

/** A frame, and a script that gives it the height of its content. */
export const frameSnippet = (embedded: Embedded) => `<iframe title="${escapeHtml(titleOf(embedded))}"
  src="${escapeHtml(embedUrl(embedded))}"
  loading="lazy" width="100%" height="480" style="border: 0"></iframe>
<script>{
  const frame = document.currentScript.previousElementSibling;
  addEventListener('message', ({ source, data }) => {
    if (source === frame.contentWindow && data?.type === 'folkmoot:height') frame.height = data.height;
  });
}</script>`;
