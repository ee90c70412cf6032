import {
  methods,
  type OpenApiDocument,
  type OperationObject,
  type Parameter,
  type Schema,
} from '../reference/document/openapi';
import { Resolver } from '../reference/document/schemas';
import { compareSchemas, type Difference } from './compareSchemas';

/** A change of the API between two releases. */
export interface Change {
  kind: 'added' | 'changed' | 'deprecated' | 'removed';
  /** An operation (`GET /api/v2/ideas`), a parameter of it, or a field of an object (`Idea.title`). */
  subject: string;
  text: string;
  /** Whether it can make programs fail that were written for the earlier release. */
  breaking?: boolean;
}

/**
 * Compares the documents of two releases: operations, parameters, responses, and the fields of all named objects. What
 * is breaking is defined in `docs/releases.md`; `scripts/check-openapi-compatibility` rejects it before a release.
 */
export function compare(before: OpenApiDocument, after: OpenApiDocument): Change[] {
  const old = new Document(before);
  const now = new Document(after);
  return [...comparedOperations(old, now), ...comparedObjects(old, now)];
}

/** A document with its operations and objects by name. */
class Document {
  readonly operations: Map<string, OperationObject>;
  readonly schemas: Map<string, Schema>;
  /** The names of objects that requests contain. */
  readonly requestSchemas: Set<string>;
  readonly resolver: Resolver;

  constructor(readonly source: OpenApiDocument) {
    this.resolver = new Resolver(source);
    this.operations = new Map(
      Object.entries(source.paths ?? {}).flatMap(([path, item]) =>
        methods.flatMap((method) => {
          const operation = item[method];
          if (!operation) return [];
          const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])];
          return [[`${method.toUpperCase()} ${path}`, { ...operation, parameters }] as const];
        }),
      ),
    );
    this.schemas = new Map(Object.entries(source.components?.schemas ?? {}));
    const bodies = [...this.operations.values()].map(({ requestBody }) => requestBody);
    this.requestSchemas = new Set(JSON.stringify(bodies).match(/(?<=#\/components\/schemas\/)\w+/g));
  }

  parameters(operation: OperationObject): Map<string, Parameter> {
    const all = (operation.parameters ?? []).map((parameter) => this.resolver.resolve(parameter));
    return new Map(all.map((parameter) => [`${parameter.in} parameter ${parameter.name}`, parameter]));
  }

  needsToken({ security }: OperationObject): boolean {
    return (security ?? this.source.security ?? []).some((scheme) => Object.keys(scheme).length > 0);
  }
}

function comparedOperations(old: Document, now: Document): Change[] {
  return byName(old.operations, now.operations).flatMap(([subject, before, after]): Change[] => {
    if (!before) return [{ kind: 'added', subject, text: after?.summary ?? '' }];
    if (!after) return [{ kind: 'removed', subject, text: before.summary ?? '', breaking: true }];
    const changes: Change[] = [];
    if (after.deprecated && !before.deprecated) {
      changes.push({ kind: 'deprecated', subject, text: 'Do not use it in new programs.' });
    }
    if (now.needsToken(after) && !old.needsToken(before)) {
      changes.push({ kind: 'changed', subject, text: 'Requires a token.', breaking: true });
    }
    for (const [status] of byName(responsesOf(before), responsesOf(after)).filter(([, , kept]) => !kept)) {
      const breaking = /^[23]/.test(status);
      changes.push({ kind: 'removed', subject, text: `Response ${status}.`, ...(breaking && { breaking }) });
    }
    return [...changes, ...comparedParameters(subject, old.parameters(before), now.parameters(after))];
  });
}

const responsesOf = ({ responses = {} }: OperationObject) => new Map(Object.entries(responses));

function comparedParameters(
  operation: string,
  old: Map<string, Parameter>,
  now: Map<string, Parameter>,
): Change[] {
  return byName(old, now).flatMap(([name, before, after]): Change[] => {
    const subject = `${operation} ${name}`;
    if (!before) {
      const breaking = after?.required === true;
      return [{ kind: 'added', subject, text: breaking ? 'Required.' : '', ...(breaking && { breaking }) }];
    }
    if (!after) return [{ kind: 'removed', subject, text: '', breaking: true }];
    const changes: Change[] = [];
    if (after.deprecated && !before.deprecated) changes.push({ kind: 'deprecated', subject, text: '' });
    if (after.required && !before.required) {
      changes.push({ kind: 'changed', subject, text: 'Required.', breaking: true });
    }
    const differences = compareSchemas(before.schema ?? {}, after.schema ?? {}, true);
    return [...changes, ...differences.map((difference) => changeOf(subject, difference))];
  });
}

/** The changes of fields. Objects that are new or removed as a whole belong to operations that are listed. */
function comparedObjects(old: Document, now: Document): Change[] {
  return byName(old.schemas, now.schemas).flatMap(([name, before, after]) =>
    before && after
      ? compareSchemas(before, after, now.requestSchemas.has(name)).map((difference) =>
          changeOf(name, difference),
        )
      : [],
  );
}

function changeOf(subject: string, { path, ...difference }: Difference): Change {
  return { ...difference, subject: subject + path };
}

/** The parts of both documents with the same name, in the order of the later document; removed ones at the end. */
function byName<Part>(
  old: Map<string, Part>,
  now: Map<string, Part>,
): [name: string, before: Part | undefined, after: Part | undefined][] {
  const names = new Set([...now.keys(), ...old.keys()]);
  return [...names].map((name) => [name, old.get(name), now.get(name)]);
}
