import { queryOptions } from '@tanstack/react-query';
import { ConnectionError, ProblemError, problemOf } from './problem';
import type { Meta } from './types';

/** Longer lists are not read. */
const MAXIMUM_PAGES = 20;

/** Reads JSON outside the admin API, without the session. */
async function read<T>(url: string, signal: AbortSignal): Promise<T> {
  try {
    const response = await fetch(url, { credentials: 'omit', signal });
    if (!response.ok) throw await problemOf(response);
    return (await response.json()) as T;
  } catch (error) {
    if (signal.aborted || error instanceof ProblemError) throw error;
    throw new ConnectionError(error);
  }
}

/** Where the script of the web components is, and its hash for `integrity`. */
export interface ComponentsScript {
  url: string;
  integrity: string;
}

/** The script of the web components; `null` if the server has none. */
export const componentsQuery = (server: string) =>
  queryOptions({
    queryKey: ['components', server],
    queryFn: async ({ signal }) => {
      try {
        const manifest = await read<Record<string, ComponentsScript>>(
          `${server}/components/manifest.json`,
          signal,
        );
        return manifest['folkmoot.js'] ?? null;
      } catch (error) {
        if (error instanceof ProblemError && error.status === 404) return null;
        throw error;
      }
    },
  });

export interface NamedRecord {
  id: string;
  title: string;
}

/** The records of a list that a key may read, by title; `null` if there are too many to choose from. */
export const namedRecordsQuery = (server: string, path: string, key: string) =>
  queryOptions({
    queryKey: ['named-records', server, path, key],
    queryFn: async ({ signal }) => {
      const records: NamedRecord[] = [];
      for (let page = 1; ; page += 1) {
        const query = new URLSearchParams({
          key,
          fields: 'id,title',
          page_size: '24',
          page_number: `${page}`,
        });
        const { meta, ...lists } = await read<{ meta: Meta } & Record<string, NamedRecord[] | Meta>>(
          `${server}/api/v2/${path}?${query}`,
          signal,
        );
        if (meta.total_pages > MAXIMUM_PAGES) return null;
        records.push(...(Object.values(lists).flat() as NamedRecord[]));
        if (page >= meta.total_pages)
          return records.sort((one, other) => one.title.localeCompare(other.title));
      }
    },
    staleTime: 60_000,
  });
