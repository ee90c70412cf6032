import type { Section } from './sections';

const methods = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'];

/**
 * The operations that a query such as `GET /api/v2/ideas`, `POST files` or `/ideas/{id}` names: those with exactly its
 * path first, then those whose path starts with it. Empty if the query is an ordinary text.
 */
export function operationsIn(query: string, sections: Section[]): Section[] {
  const [, word = '', rest = ''] = /^\s*([a-z]+)\s+(\S+)\s*$/i.exec(query) ?? [];
  const method = methods.find((name) => name === word.toUpperCase());
  const path = method ? rest : query.trim();
  if ((!method && !path.includes('/')) || /\s/.test(path)) return [];
  const wanted = normalise(path);
  const candidates = sections.flatMap((section) =>
    section.operation && (!method || section.operation.method === method)
      ? [{ section, path: normalise(section.operation.path) }]
      : [],
  );
  const exact = candidates.filter((candidate) => candidate.path === wanted);
  if (exact.length === 0 && !path.includes('/')) return [];
  const longer = candidates.filter(
    (candidate) => candidate.path !== wanted && candidate.path.startsWith(wanted) && wanted !== '',
  );
  return [...exact, ...longer.sort((one, other) => one.path.length - other.path.length)].map(
    ({ section }) => section,
  );
}

/** A path without prefix, query string and trailing slash, in which all ids are equal. */
function normalise(path: string): string {
  return path
    .toLowerCase()
    .replace(/^https?:\/\/[^/]+/, '')
    .replace(/\?.*$/, '')
    .replace(/^\/?(?:api\/)?(?:v2(?=\/|$))?/, '/')
    .replace(/\/(?:\{[^}]*\}|:[a-z_]+|[0-9a-f]{8}-[0-9a-f-]{27})/g, '/{}')
    .replace(/\/{2,}/g, '/')
    .replace(/\/$/, '');
}
