import type { Page } from '../prerendered/pages';
import { markdownUrl } from './urls';

interface Site {
  title: string;
  tagline: string;
  baseUrl: string;
}

interface Group {
  title: string;
  /** Whether a page belongs to the group, by its path relative to the base URL. */
  includes: (path: string) => boolean;
}

const groups: Group[] = [
  { title: 'API', includes: (path) => path === 'api' },
  { title: 'Guides', includes: (path) => path === '' || path.startsWith('guides/') },
  { title: 'Blog', includes: (path) => /^blog\/(?!archive|tags)/.test(path) },
];

/** Returns the index of the site for language models, in the format of llmstxt.org. */
export function llmsText({ title, tagline, baseUrl }: Site, pages: Page[]): string {
  const sections = groups.map((group) => {
    const lines = pages
      .filter(({ path }) => group.includes(path.slice(baseUrl.length)))
      .map((page) => line(page, baseUrl));
    return lines.length ? `## ${group.title}\n\n${lines.join('\n')}` : '';
  });
  return `${[`# ${title}`, `> ${tagline}`, ...sections].filter(Boolean).join('\n\n')}\n`;
}

function line({ path, title, description }: Page, baseUrl: string): string {
  return `- [${title}](${markdownUrl(path, baseUrl)})${description ? `: ${description}` : ''}`;
}
