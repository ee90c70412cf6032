import type { Cheerio, CheerioAPI } from 'cheerio';
import type { AnyNode, Element } from 'domhandler';
import type { Page } from '../prerendered/pages';
import keywordList from './keywords.json';
import { groupOf, type ResultGroup, weightOf } from './ranking';

const keywords: Record<string, string[]> = keywordList;

/** A search result: a heading and the text up to the next one. */
export interface Section {
  /** The path of its URL with the heading's anchor. */
  url: string;
  /** The heading. */
  title: string;
  /** The title of its page. */
  page: string;
  /** The text, without code blocks. */
  text: string;
  /** The code blocks. */
  code?: string;
  /** What readers type who do not know its words, from `keywords.json`. */
  keywords?: string[];
  /** What the page is about, in the section that begins it. */
  description?: string;
  group: ResultGroup;
  /** Multiplies the score of the section. */
  weight: number;
  /** The operation of the API that the section describes. */
  operation?: Endpoint;
}

/** The method and the path of an operation. */
export interface Endpoint {
  method: string;
  path: string;
}

/** A section, and the id of the operation that it describes. */
interface OpenSection extends Omit<Section, 'group' | 'weight'> {
  operationId?: string;
}

/**
 * Splits pages at their headings. An operation that has a page of its own is left out of the page that lists all
 * operations, so that the search finds it once.
 */
export function sectionsOf(pages: Page[], baseUrl: string): Section[] {
  const all = pages.flatMap((page) => new Splitter(page).sections);
  const urls = new Map<string, string>();
  for (const { url, operationId } of all) {
    const other = operationId && urls.get(operationId);
    if (operationId && (!other || depthOf(url) > depthOf(other))) urls.set(operationId, url);
  }
  return all
    .filter(({ url, operationId }) => !operationId || urls.get(operationId) === url)
    .map(({ operationId, ...section }) => {
      const path = section.url.slice(baseUrl.length);
      const words = keywords[`/${path}`];
      return {
        ...section,
        ...(words && { keywords: words }),
        group: groupOf(path),
        weight: weightOf(path, section.operation),
      };
    });
}

/** The number of parts of a path without its anchor. */
function depthOf(url: string): number {
  return url.replace(/#.*/, '').split('/').length;
}

class Splitter {
  readonly sections: OpenSection[];
  private readonly read: CheerioAPI;

  constructor(private readonly page: Page) {
    this.read = page.content;
    const { path: url, title, description } = page;
    this.sections = [{ url, title, page: title, text: '', ...(description && { description }) }];
    this.walk(this.read('main').toArray());
    for (const section of this.sections) {
      const { method, path } = section.operation ?? {};
      section.text = section.text.replace(/\s+/g, ' ').replace(`${method} ${path} `, '').trim();
    }
  }

  private walk(nodes: AnyNode[]): void {
    nodes.forEach((node, index) => {
      if (node.type === 'text') this.append(node.data);
      else if (node.type === 'tag') this.enter(node, nodes[index - 1]);
    });
  }

  private enter(element: Element, previous: AnyNode | undefined): void {
    const article = this.read(element).closest('[data-section]');
    if (/^h[1-6]$/.test(element.name)) {
      this.enterHeading(element, article);
    } else if (element.name === 'pre' && article.length === 0) {
      this.appendCode(this.read(element).text());
    } else if (article.length === 0 || !isOmittedFromReference(element)) {
      this.append(this.separator(element, previous));
      this.walk(element.children);
      this.append(inline.has(element.name) ? '' : ' ');
    }
  }

  /** An operation is one section, also on a page of its own, where its parts have headings too. */
  private enterHeading(heading: Element, article: Cheerio<AnyNode>): void {
    const { operationId } = this.sections.at(-1) ?? {};
    const text = this.read(heading).text().replace(/\s+/g, ' ').trim();
    if (operationId && operationId === article.attr('data-section')) {
      this.append(` ${text} `);
      return;
    }
    if (heading.name !== 'h1' && heading.attribs.id) {
      this.sections.push({
        url: `${this.page.path}#${heading.attribs.id}`,
        title: text,
        page: this.page.title,
        text: '',
      });
    }
    this.describeOperation(article);
  }

  /** Words of neighbouring elements are separate, also if only the layout separates them. */
  private separator({ name }: Element, previous: AnyNode | undefined): string {
    return !inline.has(name) || (previous?.type === 'tag' && name !== 'wbr' && previous.name !== 'wbr')
      ? ' '
      : '';
  }

  private describeOperation(article: Cheerio<AnyNode>): void {
    const request = article.attr('data-request');
    const section = this.sections.at(-1);
    if (!request || !section) return;
    const [method = '', path = ''] = request.split(' ');
    Object.assign(section, { operation: { method, path }, operationId: article.attr('data-section') });
  }

  private appendCode(code: string): void {
    const section = this.sections.at(-1);
    if (section) section.code = `${section.code ?? ''} ${code.replace(/\s+/g, ' ')}`.trim();
  }

  private append(text: string): void {
    const section = this.sections.at(-1);
    if (section) section.text += text;
  }
}

/**
 * Samples, and what is folded because all operations share it, contain words that have nothing to do with their section;
 * so do the names of guides. The summary of what is folded repeats it.
 */
const isOmittedFromReference = ({ name, attribs }: Element) =>
  name === 'figure' ||
  name === 'summary' ||
  (name === 'details' && attribs['data-searched'] === undefined) ||
  attribs['data-guides'] !== undefined;

const inline = new Set(['a', 'b', 'code', 'em', 'i', 'kbd', 'mark', 'span', 'strong', 'sub', 'sup', 'wbr']);
