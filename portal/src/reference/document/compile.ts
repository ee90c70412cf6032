import type { Group, ObjectDescription, Operation, Reference } from '../model';
import { Anchors, slug } from './anchors';
import { Examples } from './example';
import { html } from './markdown';
import { methods, type OpenApiDocument } from './openapi';
import { type Call, Operations } from './operations';
import { Resolver } from './schemas';
import { Shapes, schemaTitle } from './shapes';

/** Where objects are documented that the operations of several groups answer. */
const sharedGroup = 'Shared objects';

/** Makes the reference from a valid document; samples are written for the server at `address`. */
export function compile(
  document: OpenApiDocument,
  address: string,
  links: Reference['links'] = [],
): Reference {
  const anchors = new Anchors();
  const resolver = new Resolver(document);
  const examples = new Examples(resolver);
  const objects = new Map<string, DocumentedObject>();
  let user = '';
  const shapes = new Shapes(resolver, anchors, (name) => {
    const known = objects.get(name) ?? newObject(name);
    known.users.add(user);
    objects.set(name, known);
    return known.place;
  });
  const newObject = (name: string): DocumentedObject => ({
    place: {
      id: anchors.take(slug(name)),
      title: schemaTitle(name, document.components?.schemas?.[name] ?? {}),
    },
    users: new Set(),
  });

  const operations = new Operations(document, resolver, examples, shapes, anchors, basePath(document));
  const byTag = new Map<string, Operation[]>();
  for (const call of callsOf(document)) {
    user = call.operation.tags?.[0] ?? document.info.title;
    byTag.set(user, [...(byTag.get(user) ?? []), operations.of(call)]);
  }
  const described = new Map<string, ObjectDescription[]>();
  // Describing an object can lead to further ones, which the map then gives in the same walk.
  for (const [name, { place, users }] of objects) {
    user = homeOf(place.id, [...users]);
    const $ref = `#/components/schemas/${name}`;
    const { description, deprecated } = resolver.flatten({ $ref });
    const object = {
      ...place,
      description: html(description),
      ...(deprecated && { deprecated }),
      shape: shapes.inside({ $ref }, place.id),
      example: JSON.stringify(examples.ofSchema({ $ref }), null, 2),
    };
    described.set(user, [...(described.get(user) ?? []), object]);
  }
  return {
    title: document.info.title,
    version: document.info.version,
    description: html(document.info.description),
    server: address,
    links,
    tokenOperation: [...byTag.values()].flat().find(({ path }) => path.endsWith('/authenticate'))?.id,
    groups: groupsOf(document, byTag, described, anchors),
  };
}

interface DocumentedObject {
  place: { id: string; title: string };
  /** The groups that show it. */
  users: Set<string>;
}

/** The group that bears the object's name, else the only one that shows it. */
function homeOf(id: string, users: string[]): string {
  const own = users.find((user) => slug(user).startsWith(id));
  return own ?? (users.length === 1 ? users[0] : undefined) ?? sharedGroup;
}

function callsOf(document: OpenApiDocument): Call[] {
  return Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method];
      return operation === undefined ? [] : [{ method, path, item, operation }];
    }),
  );
}

/** Groups in the order of the document's tags, then those that it does not declare, then shared objects. */
function groupsOf(
  document: OpenApiDocument,
  operations: Map<string, Operation[]>,
  objects: Map<string, ObjectDescription[]>,
  anchors: Anchors,
): Group[] {
  const tags = new Map((document.tags ?? []).map(({ name, description }) => [name, description]));
  const names = new Set([...tags.keys(), ...operations.keys(), ...objects.keys()]);
  return [...names]
    .filter((name) => operations.has(name) || objects.has(name))
    .map((name) => {
      const description = html(tags.get(name));
      const described = objects.get(name) ?? [];
      return {
        id: anchors.take(slug(name)),
        title: name,
        description,
        // What a group says of itself need not be said again by the object that it is about.
        objects: described.map((one) =>
          one.description === description ? { ...one, description: '' } : one,
        ),
        operations: operations.get(name) ?? [],
      };
    });
}

/** The path that stands before those of the document: that of its first server. */
function basePath({ servers = [] }: OpenApiDocument): string {
  const url = (servers[0]?.url ?? '').replace(
    /\{(\w+)\}/g,
    (_, name) => servers[0]?.variables?.[name]?.default ?? '',
  );
  return url.replace(/^[a-z]+:\/\/[^/]*/i, '').replace(/\/$/, '');
}
