import { FolkmootError } from './errors.js';
import { nextLink } from './link.js';
import type { Schema } from './types.js';

/** A page of a list. */
export interface Page<Item> {
  records: Item[];
  meta: Schema<'Meta'>;
  /** The headers of the response, such as `Applied-Filters`. */
  headers: Headers;
}

/** Requests one page. */
export type FetchPage<Item> = (query: URLSearchParams) => Promise<Page<Item>>;

/** All records of a list; nothing is requested until they are read, and only as many pages as are read. */
export class List<Item> implements AsyncIterable<Item> {
  constructor(
    private readonly fetchPage: FetchPage<Item>,
    private readonly query: URLSearchParams,
  ) {}

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const page of this.pages()) yield* page.records;
  }

  /** The pages, with their headers. */
  async *pages(): AsyncGenerator<Page<Item>, void, undefined> {
    let query: URLSearchParams | undefined = this.query;
    const requested = new Set<string>();
    while (query) {
      if (requested.has(query.toString()))
        throw new FolkmootError('the list links to a page that was read already');
      requested.add(query.toString());
      const page: Page<Item> = await this.fetchPage(query);
      yield page;
      query = next(page, query);
    }
  }

  /** Reads all records into an array. */
  async toArray(): Promise<Item[]> {
    const records: Item[] = [];
    for await (const page of this.pages()) records.push(...page.records);
    return records;
  }
}

/**
 * The query of the next page. Only the query of the `next` link is used: the path is that of the list, and a token is never
 * sent to another host. Servers without `Link` headers have numbered pages.
 */
function next({ headers, meta }: Page<unknown>, query: URLSearchParams): URLSearchParams | undefined {
  const links = headers.get('Link');
  if (links !== null) {
    const target = nextLink(links);
    return target === undefined ? undefined : new URL(target, 'https://platform.invalid').searchParams;
  }
  if (meta.current_page >= meta.total_pages) return undefined;
  const following = new URLSearchParams(query);
  following.delete('cursor');
  following.set('page_number', String(meta.current_page + 1));
  return following;
}
