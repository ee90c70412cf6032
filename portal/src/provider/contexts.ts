import path from 'node:path';
import type { Encoding } from './encodings';
import { hasPlaceholder } from './valuePlaceholders';

/** A part of a file in which all values have the same encoding. */
export interface Context {
  content: string;
  /** Undefined where values are not allowed. */
  encoding: Encoding | undefined;
  /** Between HTML tags; announcements are inserted there as HTML. */
  isHtmlText?: boolean;
}

const encodings: Record<string, Encoding> = {
  '.xml': 'html',
  '.atom': 'html',
  '.json': 'json',
  '.webmanifest': 'json',
  // Strings in double quotes, as in JSON.
  '.yaml': 'json',
  '.md': 'text',
  '.bru': 'text',
  '.txt': 'text',
  // Responses of the API, which the example pages read: `examples/data/api/v2/ideas`.
  '': 'json',
};

/** Splits a file of the build by the encoding that values need; undefined if its type contains no text. */
export function contextsOf(file: string, content: string): Context[] {
  const extension = path.extname(file);
  if (extension === '.html') return htmlContexts(content);
  return [{ content, encoding: encodings[extension] }];
}

/** Comments, elements with raw text, and tags. */
const markup =
  /<!--.*?-->|<(?<raw>script|style)\b(?<attributes>[^>]*)>(?<text>.*?)<\/\k<raw>\s*>|<\/?[a-z](?:"[^"]*"|'[^']*'|[^'">])*>/gis;

function htmlContexts(html: string): Context[] {
  const contexts: Context[] = [];
  let end = 0;
  for (const { 0: content, index, groups = {} } of html.matchAll(markup)) {
    contexts.push({ content: html.slice(end, index), encoding: 'html', isHtmlText: true });
    const { raw, attributes = '', text = '' } = groups;
    if (raw) {
      const [start, close] = [content.indexOf('>') + 1, content.lastIndexOf('<')];
      contexts.push({ content: content.slice(0, start), encoding: 'html' });
      contexts.push({ content: text, encoding: rawTextEncoding(raw, attributes) });
      contexts.push({ content: content.slice(close), encoding: 'html' });
    } else {
      contexts.push({ content: quoted(content), encoding: 'html' });
    }
    end = index + content.length;
  }
  contexts.push({ content: html.slice(end), encoding: 'html', isHtmlText: true });
  return contexts;
}

function rawTextEncoding(element: string, attributes: string): Encoding | undefined {
  if (element === 'style') return 'text';
  return /type="?application\/(?:ld\+)?json\b/.test(attributes) ? 'json' : undefined;
}

/** Adds quotes to the attributes of a tag that contain placeholders: without them, an empty value would end there. */
function quoted(tag: string): string {
  if (!hasPlaceholder(tag)) return tag;
  return tag.replace(/="[^"]*"|='[^']*'|=([^\s"'=<>`]+)/g, (attribute, value?: string) =>
    value && hasPlaceholder(value) ? `="${value}"` : attribute,
  );
}
