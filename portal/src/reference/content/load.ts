import { type ComponentType, createElement } from 'react';

const loaded = new Map<string, Promise<ComponentType>>();

/**
 * Loads the content of a page: of one operation, or of all. The result is cached; after a failure, the next call loads
 * it again.
 */
export function loadContent(operation?: string): Promise<ComponentType> {
  const key = operation ?? 'all';
  const content = loaded.get(key) ?? (operation === undefined ? loadAll() : loadOperation(operation));
  loaded.set(key, content);
  content.catch(() => loaded.delete(key));
  return content;
}

async function loadAll(): Promise<ComponentType> {
  return (await import('./Content')).default;
}

async function loadOperation(id: string): Promise<ComponentType> {
  const [{ default: OperationContent }, { default: operation }] = await Promise.all([
    import('./OperationContent'),
    import(`@generated/folkmoot-reference/default/operation-${id}.json`),
  ]);
  return () => createElement(OperationContent, { operation });
}
