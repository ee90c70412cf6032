import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';

/** The HTML of a description; a single paragraph comes without its tag. HTML in the text is shown, not obeyed. */
export function html(markdown = ''): string {
  const result = micromark(markdown, { extensions: [gfm()], htmlExtensions: [gfmHtml()] }).trim();
  const paragraphs = result.match(/<p>/g)?.length ?? 0;
  return paragraphs === 1 && /^<p>.*<\/p>$/s.test(result) ? result.slice(3, -4) : result;
}
