import type { CheerioAPI } from 'cheerio';
import type { AnyNode } from 'domhandler';
import type { Page } from '../prerendered/pages';

/** A search result: a heading and the text up to the next one. */
export interface Section {
  /** The path of its URL with the heading's anchor. */
  url: string;
  /** The heading. */
  title: string;
  /** The title of its page. */
  page: string;
  text: string;
}

/** Splits a page at its headings. */
export function sectionsOf(page: Page): Section[] {
  const splitter = new Splitter(page);
  splitter.walk(page.content('main').toArray());
  return splitter.sections.map((section) => ({ ...section, text: section.text.replace(/\s+/g, ' ').trim() }));
}

class Splitter {
  readonly sections: Section[];
  private readonly read: CheerioAPI;

  constructor(private readonly page: Page) {
    this.read = page.content;
    this.sections = [{ url: page.path, title: page.title, page: page.title, text: '' }];
  }

  walk(nodes: AnyNode[]): void {
    for (const node of nodes) {
      if (node.type === 'text') {
        this.append(node.data);
      } else if (node.type === 'tag' && /^h[2-6]$/.test(node.name) && node.attribs.id) {
        this.open(node.attribs.id, this.read(node).text().trim());
      } else if (node.type === 'tag' && node.name !== 'h1') {
        this.walk(node.children);
        this.append(inline.has(node.name) ? '' : ' ');
      }
    }
  }

  private open(id: string, title: string): void {
    this.sections.push({ url: `${this.page.path}#${id}`, title, page: this.page.title, text: '' });
  }

  private append(text: string): void {
    const section = this.sections.at(-1);
    if (section) {
      section.text += text;
    }
  }
}

const inline = new Set(['a', 'b', 'code', 'em', 'i', 'kbd', 'mark', 'span', 'strong', 'sub', 'sup', 'wbr']);
