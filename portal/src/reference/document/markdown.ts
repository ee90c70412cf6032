import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';

/**
 * Renders a description as HTML; a single paragraph has no `p` tag. HTML in the text is escaped. Browsers do not translate its code.
 */
export function html(markdown = ''): string {
  const rendered = micromark(markdown, { extensions: [gfm()], htmlExtensions: [gfmHtml()] }).trim();
  const result = rendered.replace(/<(code|pre)\b/g, '<$1 translate="no"');
  const paragraphs = result.match(/<p>/g)?.length ?? 0;
  return paragraphs === 1 && /^<p>.*<\/p>$/s.test(result) ? result.slice(3, -4) : result;
}

const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };

/** The text of a description without markup, in one line. */
export function plainText(html: string): string {
  return html
    .replace(/<[^>]+>/g, '')
    .replace(/&\w+;/g, (entity) => entities[entity] ?? entity)
    .replace(/\s+/g, ' ')
    .trim();
}

/** The first sentence of a description. */
export function firstSentence(html: string): string {
  const paragraph = html.replace(/^<p>/, '').replace(/<\/p>[\s\S]*$/, '');
  return /^.*?\.(?=\s|$)/s.exec(paragraph)?.[0] ?? paragraph;
}
