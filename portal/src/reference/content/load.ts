import { type ComponentType, createElement } from 'react';

const loaded = new Map<string, Promise<ComponentType>>();

/**
 * Loads the content of a page by its name: `overview`, `all`, `webhooks`, `operation-listIdeas` or `object-idea`. The result is
 * cached; after a failure, the next call loads it again.
 */
export function loadContent(name: string): Promise<ComponentType> {
  const content = loaded.get(name) ?? load(name);
  loaded.set(name, content);
  content.catch(() => loaded.delete(name));
  return content;
}

function load(name: string): Promise<ComponentType> {
  if (name === 'overview') return loadOverview();
  if (name === 'all') return loadAll();
  if (name === 'webhooks') return loadWebhooks();
  const [kind = '', id = ''] = name.split(/-(.*)/s);
  return kind === 'object' ? loadObject(id) : loadOperation(id);
}

async function loadOverview(): Promise<ComponentType> {
  const [{ default: OverviewContent }, { default: overview }] = await Promise.all([
    import('./OverviewContent'),
    import('@generated/folkmoot-reference/default/overview.json'),
  ]);
  return () => createElement(OverviewContent, { overview });
}

async function loadAll(): Promise<ComponentType> {
  const [{ default: AllContent }, { default: reference }] = await Promise.all([
    import('./AllContent'),
    import('@generated/folkmoot-reference/default/reference.json'),
  ]);
  return () => createElement(AllContent, { reference });
}

async function loadWebhooks(): Promise<ComponentType> {
  const [{ default: WebhooksContent }, { default: webhooks }] = await Promise.all([
    import('./WebhooksContent'),
    import('@generated/folkmoot-reference/default/webhooks.json'),
  ]);
  return () => createElement(WebhooksContent, { webhooks });
}

async function loadOperation(id: string): Promise<ComponentType> {
  const [{ default: OperationContent }, { default: operation }] = await Promise.all([
    import('./OperationContent'),
    import(`@generated/folkmoot-reference/default/operation-${id}.json`),
  ]);
  return () => createElement(OperationContent, { operation });
}

async function loadObject(id: string): Promise<ComponentType> {
  const [{ default: ObjectContent }, { default: object }] = await Promise.all([
    import('./ObjectContent'),
    import(`@generated/folkmoot-reference/default/object-${id}.json`),
  ]);
  return () => createElement(ObjectContent, { object });
}
