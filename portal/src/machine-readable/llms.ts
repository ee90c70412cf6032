/*
 * Generated here and not by a plugin, because no plugin writes Markdown copies of these pages that are good enough to
 * link to. `@signalwire/docusaurus-plugin-llms-txt` 1.2.2 converts the built HTML of all pages, but its `api.md` starts
 * with "Copy as Markdown", has the labels of buttons ("curlTry itCopy") and React's `<!-- -->` between words, headings
 * end in `[](#pages "Direct link to Pages")`, and code blocks have no language; it has no option to leave elements out.
 * Without its Markdown files, its index links to HTML pages. `docusaurus-plugin-llms` 0.6.1 reads the Markdown sources,
 * so it has no API reference, and the pages of errors and settings, which components render, are empty.
 */

import { provider } from '../../provider';
import type { Page } from '../prerendered/pages';
import { markdownUrl } from './urls';

interface Site {
  title: string;
  tagline: string;
  /** The origin of the site. */
  url: string;
  baseUrl: string;
}

interface Group {
  title: string;
  /** Whether a page belongs to the group, by its path relative to the base URL. */
  includes: (path: string) => boolean;
}

const groups: Group[] = [
  { title: 'API', includes: (path) => /^api(?:\/|$)/.test(path) },
  { title: 'Data without a token', includes: (path) => /^(?:open-data|feeds-and-calendars)$/.test(path) },
  { title: 'Guides', includes: (path) => path === '' || path.startsWith('guides/') },
  { title: 'Blog', includes: (path) => /^blog\/(?!archive|tags)/.test(path) },
];

/** Whether `llms-full.txt` contains a page, by its path relative to the base URL: the guides, and the complete reference once. */
export const isInFullText = (path: string) => path === '' || path.startsWith('guides/') || path === 'api/all';

/** Returns the index of the site for language models, in the format of llmstxt.org. */
export function llmsText(site: Site, pages: Page[]): string {
  const sections = groups.map((group) => {
    const lines = pages
      .filter(({ path }) => group.includes(path.slice(site.baseUrl.length)))
      .map((page) => line(page, site));
    if (group.title === 'API') lines.push(skillLine(site), fullTextLine(site));
    return lines.length ? `## ${group.title}\n\n${lines.join('\n')}` : '';
  });
  const parts = [`# ${site.title}`, `> ${site.tagline}`, toolsText(site), ...sections];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

/** The endpoint at which language models search these pages and read data. */
function toolsText({ url, baseUrl }: Site): string {
  return `The MCP endpoint \`${provider.apiUrl}/mcp\` searches and reads these pages, and reads the data of the platform: see [Assistants](${url}${baseUrl}guides/use-assistants.md).`;
}

/** The link to `static/skill.md`, the rules of the API in one file. */
function skillLine({ url, baseUrl }: Site): string {
  return `- [Rules for AI tools](${url}${baseUrl}skill.md): Dates, pagination, counters and errors of the API, in one file.`;
}

function fullTextLine({ url, baseUrl }: Site): string {
  return `- [Everything in one file](${url}${baseUrl}llms-full.txt): All guides and the complete API reference.`;
}

function line({ path, title, description }: Page, { url, baseUrl }: Site): string {
  return `- [${title}](${url}${markdownUrl(path, baseUrl)})${description ? `: ${description}` : ''}`;
}
