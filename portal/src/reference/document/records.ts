import type { RecordLinks } from '../requests';
import type { OpenApiDocument, Schema } from './openapi';

/**
 * Finds the operations that read a record by its id: of each resource, and of each field that the document marks as a
 * reference (`x-references`).
 */
export function recordLinks(document: OpenApiDocument, prefix: string): RecordLinks {
  const resources = new Map<string, string>();
  for (const [path, { get }] of Object.entries(document.paths ?? {})) {
    const plural = /([^/{}]+)\/\{id\}$/.exec(path)?.[1];
    if (plural && get?.operationId) resources.set(plural, get.operationId);
  }
  const fields = new Map<string, string>();
  const walk = ({ properties = {}, items }: Schema) => {
    if (items) walk(items);
    for (const [name, field] of Object.entries(properties)) {
      const operation = resources.get(field['x-references'] ?? '');
      if (operation !== undefined) fields.set(name, operation);
      walk(field);
    }
  };
  Object.values(document.components?.schemas ?? {}).forEach(walk);
  const paths = [...resources].map(([plural, operation]) => [pathOf(document, plural, prefix), operation]);
  return { paths: Object.fromEntries(paths), fields: Object.fromEntries(fields) };
}

/** The path of the list of a resource. */
const pathOf = ({ paths = {} }: OpenApiDocument, plural: string, prefix: string) =>
  prefix +
  (Object.keys(paths).find((path) => path.endsWith(`/${plural}/{id}`)) ?? '').replace(/\/\{id\}$/, '');
