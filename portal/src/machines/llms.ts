import type { Page } from '../prerendered/pages';
import { twinOf } from './addresses';

interface Group {
  title: string;
  /** Whether a page belongs here, by its address below the site's root. */
  holds: (address: string) => boolean;
}

const groups: Group[] = [
  { title: 'API', holds: (address) => address === 'api' },
  { title: 'Guides', holds: (address) => address === '' || address.startsWith('guides/') },
  { title: 'Blog', holds: (address) => /^blog\/(?!archive|tags)/.test(address) },
];

/** The index of the site for language models, as llmstxt.org describes it. */
export function llmsText(site: { title: string; tagline: string }, pages: Page[], baseUrl: string): string {
  const parts = groups.map(({ title, holds }) => {
    const lines = pages
      .filter(({ address }) => holds(address.slice(baseUrl.length)))
      .map((page) => line(page, baseUrl));
    return lines.length ? `## ${title}\n\n${lines.join('\n')}` : '';
  });
  return `${[`# ${site.title}`, `> ${site.tagline}`, ...parts].filter(Boolean).join('\n\n')}\n`;
}

function line({ address, title, description }: Page, baseUrl: string): string {
  return `- [${title}](${twinOf(address, baseUrl)})${description ? `: ${description}` : ''}`;
}
