import type { Highlighter } from 'shiki';
import { escapeHtml } from './html';
import { theme } from './theme';

/** Returns code as HTML in which tokens have classes such as `hl-string`; no token spans two lines. */
export type Highlight = (code: string, language: string) => string;

/** Code blocks in these languages stay as they are. */
const plainLanguages = ['text'];

let highlighter: Promise<Highlighter> | undefined;

/**
 * Prepares highlighting in the given languages, for use at build time.
 * @throws if Shiki does not know one of them.
 */
export async function highlighterFor(languages: string[]): Promise<Highlight> {
  const { bundledLanguages, createHighlighter } = await import('shiki');
  highlighter ??= createHighlighter({ themes: [theme], langs: [] });
  const shiki = await highlighter;
  for (const language of languages.filter((name) => !plainLanguages.includes(name))) {
    if (!(language in bundledLanguages)) {
      throw new Error(`Shiki has no language "${language}". Use "text" for code that has no language.`);
    }
    await shiki.loadLanguage(language as keyof typeof bundledLanguages);
  }
  return (code, language) =>
    plainLanguages.includes(language) ? escapeHtml(code) : htmlOf(shiki, code, language);
}

/** Shiki's own HTML has an element with a style for every line and token, five times as long as the code. */
function htmlOf(shiki: Highlighter, code: string, language: string): string {
  return shiki
    .codeToTokensBase(code, { lang: language as never, theme })
    .map((line) => line.map(({ content, color }) => tokenHtml(content, color)).join(''))
    .join('\n');
}

function tokenHtml(content: string, color = 'plain'): string {
  const [, start = '', text = '', end = ''] = /^(\s*)(.*?)(\s*)$/s.exec(content) ?? [];
  const escaped = escapeHtml(text);
  return color === 'plain' || text === ''
    ? start + escaped + end
    : `${start}<span class="hl-${color}">${escaped}</span>${end}`;
}
