import type { Highlight } from '../../highlighting/highlight';
import type { Group, ObjectDescription, Operation, Reference, Webhooks } from '../model';
import { Anchors, slug } from './anchors';
import { Examples } from './examples';
import { html } from './markdown';
import { methods, type OpenApiDocument } from './openapi';
import { OperationPaths } from './operationPaths';
import { type Call, Operations } from './operations';
import { Resolver } from './schemas';
import { Shapes, schemaTitle } from './shapes';
import { webhooksOf } from './webhooks';

/** The group of objects that operations of several groups return. */
const sharedGroup = 'Shared objects';

/** Compiles the reference from a valid document; samples send requests to `server`. */
export function compile(
  document: OpenApiDocument,
  server: string,
  highlight: Highlight,
  links: Reference['links'] = [],
): Reference {
  const anchors = new Anchors();
  const resolver = new Resolver(document);
  const examples = new Examples(resolver);
  const objects = new Map<string, DocumentedObject>();
  let group = '';
  const shapes = new Shapes(resolver, anchors, (name) => {
    const object = objects.get(name) ?? newObject(name);
    object.groups.add(group);
    objects.set(name, object);
    return object.section;
  });
  const newObject = (name: string): DocumentedObject => ({
    section: {
      id: anchors.reserve(slug(name)),
      title: schemaTitle(name, document.components?.schemas?.[name] ?? {}),
      // Depends on the groups of all operations that use the object.
      page: '',
    },
    groups: new Set(),
  });

  const pages = new OperationPaths();
  const operations = new Operations({
    document,
    resolver,
    examples,
    shapes,
    anchors,
    highlight,
    pages,
    server,
    basePath: basePath(document),
    tokenCall: callsOf(document).find(({ path }) => path.endsWith('/authenticate')),
  });
  const byTag = new Map<string, Operation[]>();
  for (const call of callsOf(document)) {
    group = call.operation.tags?.[0] ?? document.info.title;
    byTag.set(group, [...(byTag.get(group) ?? []), operations.of(call)]);
  }
  const webhooksTag = Object.values(document.webhooks ?? {})[0]?.post?.tags?.[0] ?? 'Webhooks';
  const webhooks = webhooksOf(document, operations, highlight);
  const described = new Map<string, ObjectDescription[]>();
  // Describing an object can add objects to the map; this loop reaches them too.
  for (const [name, { section, groups }] of objects) {
    group = groupOf(section.id, [...groups]);
    section.page = pages.reserveObject(group, section.id);
    const $ref = `#/components/schemas/${name}`;
    const { description, deprecated } = resolver.flatten({ $ref });
    const object = {
      ...section,
      description: html(description),
      ...(deprecated && { deprecated }),
      shape: shapes.inside({ $ref }, section.id),
      exampleHtml: highlight(JSON.stringify(examples.ofSchema({ $ref }), null, 2), 'json'),
    };
    described.set(group, [...(described.get(group) ?? []), object]);
  }
  return {
    title: document.info.title,
    version: document.info.version,
    description: html(document.info.description),
    server,
    links,
    tokenOperation: [...byTag.values()].flat().find(({ path }) => path.endsWith('/authenticate'))?.id,
    groups: groupsOf(document, byTag, described, new Map(webhooks && [[webhooksTag, webhooks]]), anchors),
  };
}

interface DocumentedObject {
  section: { id: string; title: string; page: string };
  /** The groups whose operations use it. */
  groups: Set<string>;
}

/** The group that documents an object: the one with its name, otherwise the only one that uses it. */
function groupOf(id: string, groups: string[]): string {
  const own = groups.find((group) => slug(group).startsWith(id));
  return own ?? (groups.length === 1 ? groups[0] : undefined) ?? sharedGroup;
}

function callsOf(document: OpenApiDocument): Call[] {
  return Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method];
      return operation === undefined ? [] : [{ method, path, item, operation }];
    }),
  );
}

/** Groups in the order of the themes, then of the document's tags, then undeclared tags, then shared objects. */
function groupsOf(
  document: OpenApiDocument,
  operations: Map<string, Operation[]>,
  objects: Map<string, ObjectDescription[]>,
  webhooks: Map<string, Webhooks>,
  anchors: Anchors,
): Group[] {
  const tags = new Map((document.tags ?? []).map(({ name, description }) => [name, description]));
  const themes = new Map(
    (document['x-tagGroups'] ?? []).flatMap((theme) => theme.tags.map((tag) => [tag, theme.name] as const)),
  );
  const names = new Set([
    ...themes.keys(),
    ...tags.keys(),
    ...operations.keys(),
    ...webhooks.keys(),
    ...objects.keys(),
  ]);
  return [...names]
    .filter((name) => operations.has(name) || objects.has(name) || webhooks.has(name))
    .map((name) => {
      const description = html(tags.get(name));
      const described = objects.get(name) ?? [];
      const theme = themes.get(name);
      const sent = webhooks.get(name);
      return {
        id: anchors.reserve(slug(name)),
        title: name,
        ...(theme !== undefined && { theme }),
        description,
        // An object with the same description as its group does not repeat it.
        objects: described.map((object) =>
          object.description === description ? { ...object, description: '' } : object,
        ),
        operations: operations.get(name) ?? [],
        ...(sent && { webhooks: sent }),
      };
    });
}

/** The path of the document's first server, which precedes the paths of operations. */
export function basePath({ servers = [] }: OpenApiDocument): string {
  const url = (servers[0]?.url ?? '').replace(
    /\{(\w+)\}/g,
    (_, name) => servers[0]?.variables?.[name]?.default ?? '',
  );
  return url.replace(/^[a-z]+:\/\/[^/]*/i, '').replace(/\/$/, '');
}
