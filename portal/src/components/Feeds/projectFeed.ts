import { request } from '../../loading/serverJson';

/** A project in the feed of projects. */
export interface Project {
  id: string;
  title: string;
}

/** The newest projects in a language, or why there are none. */
export type ProjectFeed =
  | { state: 'found'; projects: Project[] }
  | { state: 'off' }
  | { state: 'unknown-locale'; locales: string[] };

/**
 * Reads the feed of projects (JSON Feed 1.1).
 * @throws if the request fails.
 */
export async function readProjectFeed(locale = ''): Promise<ProjectFeed> {
  const url = `/feeds/projects.json${locale && `?${new URLSearchParams({ locale })}`}`;
  const response = await request(url);
  if (response.status === 404) return { state: 'off' };
  if (response.status === 400) {
    return { state: 'unknown-locale', locales: (await response.json()).allowed_values };
  }
  if (!response.ok) throw new Error(`${url} returned status ${response.status}.`);
  const { items } = (await response.json()) as { items: Project[] };
  return {
    state: 'found',
    projects: items.map(({ id, title }) => ({ id: id.replace('urn:uuid:', ''), title })),
  };
}
