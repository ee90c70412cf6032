import { type Token, tokens } from './tokens';

/** Text that is no code, and so has no colours. */
const uncoloured = new Set(['text', 'markdown']);

/** The code as HTML, each run of it marked with what it is. */
export function colouredHtml(code: string, language: string): string {
  return coloured(code, language).map(htmlOf).join('');
}

/** The same by lines, for code of which lines are marked. */
export function colouredLines(code: string, language: string): string[] {
  const lines = [''];
  for (const { kind, text } of coloured(code, language)) {
    const [first = '', ...rest] = text.split('\n');
    lines[lines.length - 1] += htmlOf({ kind, text: first });
    lines.push(...rest.map((line) => htmlOf({ kind, text: line })));
  }
  return lines;
}

const coloured = (code: string, language: string): Token[] =>
  uncoloured.has(language) ? [{ text: code }] : tokens(code);

function htmlOf({ kind, text }: Token): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return kind && text ? `<span data-token="${kind}">${escaped}</span>` : escaped;
}
