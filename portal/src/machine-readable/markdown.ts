import TurndownService from 'turndown';
import { tables } from 'turndown-plugin-gfm';
import type { Page } from '../prerendered/pages';

const converter = new TurndownService({
  headingStyle: 'atx',
  codeBlockStyle: 'fenced',
  bulletListMarker: '-',
  emDelimiter: '*',
});
converter.use(tables);

/** Converts a page to Markdown. */
export function markdownOf({ content, title, description }: Page): string {
  plainCode(content);
  content('[hidden]').removeAttr('hidden');
  content('h1').remove();
  const body = converter.turndown(content('main').html() ?? '').trim();
  return `${[`# ${title}`, description && `> ${description}`, body].filter(Boolean).join('\n\n')}\n`;
}

/** Removes the HTML of highlighted code. */
function plainCode(content: Page['content']): void {
  content('pre').each((_, element) => {
    const block = content(element);
    const container = block.closest('[class*=language-]');
    const language = /language-([\w-]+)/.exec(container.attr('class') ?? '')?.[1] ?? '';
    const code = content('<code>').addClass(`language-${language}`).text(block.text());
    block.replaceWith(content('<pre>').append(code));
  });
}
