import { escapeHtml } from '../../highlighting/html';

const keywords =
  'as async await class const def do echo else end false for from func function if import in let new nil null ' +
  'package public raise range require return static struct throw throws true unless using var void';

/** Strings, options of commands, keywords and numbers, and names of functions, in any language of the samples. */
const token = new RegExp(
  [
    /(?<string>"""[\s\S]*?"""|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|`[^`]*`)/.source,
    `(?<keyword>(?<=\\s)--[a-z-]+|\\b(?:${keywords.replaceAll(' ', '|')})\\b)`,
    /(?<number>\b\d+(?:\.\d+)?\b)/.source,
    /(?<function>\b[A-Za-z_]\w*(?=\())/.source,
  ].join('|'),
  'g',
);

/** Highlights a sample in the browser, where the highlighter of the build would be too large. */
export function highlight(code: string): string {
  let html = '';
  let end = 0;
  for (const match of code.matchAll(token)) {
    const [kind] = Object.entries(match.groups ?? {}).find(([, text]) => text !== undefined) ?? [];
    html += escapeHtml(code.slice(end, match.index));
    html += `<span class="hl-${kind}">${escapeHtml(match[0])}</span>`;
    end = match.index + match[0].length;
  }
  return html + escapeHtml(code.slice(end));
}
