import {
  methods,
  type OpenApiDocument,
  type OperationObject,
  type Parameter,
  type ResponseObject,
} from '../reference/document/openapi';
import { Resolver } from '../reference/document/schemas';
import { type Change, change, when } from './change';
import { SchemaComparison } from './compareSchemas';

/**
 * Compares the documents of two releases: their operations, and the schemas that these use. What is breaking is defined
 * in `docs/releases.md`; `scripts/check-openapi-compatibility` rejects it before a release.
 */
export function compare(before: OpenApiDocument, after: OpenApiDocument): Change[] {
  const [old, now] = [new Resolver(before), new Resolver(after)];
  const schemas = new SchemaComparison(old, now);
  const operations = byName(operationsOf(before, old), operationsOf(after, now)).flatMap(
    ([subject, oldOperation, operation]) => {
      if (!oldOperation) return [change('added', subject, operation?.summary)];
      if (operation) return comparedOperation(subject, oldOperation, operation, schemas);
      const path = subject.slice(subject.indexOf(' ') + 1);
      if (after.paths?.[path] === undefined) return [change('removed', path, '', true)];
      return [change('removed', subject, oldOperation.summary, true)];
    },
  );
  const events = comparedWebhooks(before.webhooks, after.webhooks);
  const names = Object.keys({ ...after.components?.schemas, ...before.components?.schemas });
  return unique([...operations, ...events, ...names.flatMap((name) => schemas.named.get(name) ?? [])]);
}

/** The types of webhooks; the first of all are one change. */
function comparedWebhooks(
  before?: OpenApiDocument['webhooks'],
  after: OpenApiDocument['webhooks'] = {},
): Change[] {
  const types = Object.keys(after);
  if (!before) return when(types.length > 0, change('added', 'webhooks', `${types.length} types of events.`));
  return byName(before, after).flatMap(([type, old, now]) => [
    ...when(!old, change('added', `webhook ${type}`, now?.post?.summary)),
    ...when(!now, change('removed', `webhook ${type}`, '', true)),
  ]);
}

/** Each change once. A schema can be part of a request and of a response, and a change break only one of them. */
function unique(changes: Change[]): Change[] {
  const found = new Map<string, Change>();
  for (const one of changes) {
    const key = `${one.kind} ${one.subject} ${one.text}`;
    if (one.breaking || !found.has(key)) found.set(key, one);
  }
  return [...found.values()];
}

/** An operation, with the parts that it refers to. */
interface Operation extends Pick<OperationObject, 'operationId' | 'summary' | 'deprecated'> {
  needsToken: boolean;
  /** By its location and name. */
  parameters: Record<string, Parameter>;
  body: Content & { required?: boolean };
  /** By status. */
  responses: Record<string, ResponseObject>;
}

type Content = Pick<ResponseObject, 'content'>;

/** The operations of a document by method and path. */
function operationsOf(document: OpenApiDocument, resolver: Resolver): Record<string, Operation> {
  const named = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method];
      if (!operation) return [];
      const { security = document.security ?? [], requestBody = { content: {} }, responses = {} } = operation;
      const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])]
        .map((parameter) => resolver.resolve(parameter))
        .map((parameter) => [`${parameter.in} parameter ${parameter.name}`, parameter]);
      const resolved: Operation = {
        ...operation,
        needsToken: security.some((scheme) => Object.keys(scheme).length > 0),
        parameters: Object.fromEntries(parameters),
        body: resolver.resolve(requestBody),
        responses: Object.fromEntries(
          Object.entries(responses).map(([status, response]) => [status, resolver.resolve(response)]),
        ),
      };
      return [[`${method.toUpperCase()} ${path}`, resolved] as const];
    }),
  );
  return Object.fromEntries(named);
}

function comparedOperation(
  subject: string,
  old: Operation,
  now: Operation,
  schemas: SchemaComparison,
): Change[] {
  const changed = (condition: unknown, text: string, part = subject) =>
    when(condition, change('changed', part, text, true));
  const request = `${subject} request`;
  return [
    ...when(
      now.deprecated && !old.deprecated,
      change('deprecated', subject, 'Do not use it in new programs.'),
    ),
    ...changed(now.operationId !== old.operationId, `Its \`operationId\` is \`${now.operationId}\`.`),
    ...changed(now.needsToken && !old.needsToken, 'Requires a token.'),
    ...changed(now.body.required && !old.body.required, 'Required.', request),
    ...comparedContent(request, old.body, now.body, true, schemas),
    ...byName(old.responses, now.responses).flatMap(([status, oldResponse, response]) => {
      const part = `${subject} ${status}`;
      if (!oldResponse) return [];
      // An error that no longer happens breaks nobody.
      if (!response) return [change('removed', part, '', /^[23]/.test(status))];
      return [
        ...removedNames(`${part} header`, oldResponse.headers, response.headers),
        ...comparedContent(part, oldResponse, response, false, schemas),
      ];
    }),
    ...comparedParameters(subject, old.parameters, now.parameters, schemas),
  ];
}

function comparedParameters(
  operation: string,
  old: Record<string, Parameter>,
  now: Record<string, Parameter>,
  schemas: SchemaComparison,
): Change[] {
  return byName(old, now).flatMap(([name, before, after]): Change[] => {
    const subject = `${operation} ${name}`;
    if (!after) return [change('removed', subject, '', true)];
    if (!before) return [change('added', subject, after.required ? 'Required.' : '', after.required)];
    const isWrittenOtherwise = after.style !== before.style || after.explode !== before.explode;
    return [
      ...when(after.deprecated && !before.deprecated, change('deprecated', subject)),
      ...when(after.required && !before.required, change('changed', subject, 'Required.', true)),
      ...when(isWrittenOtherwise, change('changed', subject, 'Its values are written in another way.', true)),
      ...schemas.compare(subject, before.schema ?? {}, after.schema ?? {}, true),
    ];
  });
}

function comparedContent(
  subject: string,
  { content: old = {} }: Content,
  { content: now = {} }: Content,
  isRequest: boolean,
  schemas: SchemaComparison,
): Change[] {
  return [
    ...removedNames(subject, old, now),
    ...byName(old, now).flatMap(([, before, after]) =>
      before && after ? schemas.compare(subject, before.schema ?? {}, after.schema ?? {}, isRequest) : [],
    ),
  ];
}

const removedNames = (subject: string, old: object = {}, now: object = {}) =>
  Object.keys(old)
    .filter((name) => !(name in now))
    .map((name) => change('removed', `${subject} ${name}`, '', true));

/** The parts of both documents with the same name, in the order of the later document; removed ones at the end. */
function byName<Part>(
  old: Record<string, Part>,
  now: Record<string, Part>,
): [name: string, before: Part | undefined, after: Part | undefined][] {
  return Object.keys({ ...now, ...old }).map((name) => [name, old[name], now[name]]);
}
