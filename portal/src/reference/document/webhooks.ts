import type { Highlight } from '../../highlighting/highlight';
import type { Field, Operation, Shape, WebhookEvent, Webhooks } from '../model';
import { words } from './anchors';
import { html } from './markdown';
import type { OpenApiDocument, OperationObject } from './openapi';
import { webhooksPath } from './operationPaths';
import type { Operations } from './operations';
import { Resolver } from './schemas';

/** The events that are not about records of one resource. */
const others = 'Other events';

/** Compiles the document's webhooks; undefined if it has none. */
export function webhooksOf(
  document: OpenApiDocument,
  operations: Operations,
  highlight: Highlight,
): Webhooks | undefined {
  const { webhooks = {}, tags = [] } = document;
  const compiled = (type: string, operation: OperationObject) =>
    operations.of({ method: 'post', path: type, item: {}, operation });
  const posts = Object.entries(inlined(webhooks, new Resolver(document))).flatMap(([type, { post }]) =>
    post ? [{ type, post }] : [],
  );
  const all = posts.map(({ type, post }) => ({ type, post, operation: compiled(type, post) }));
  const [largest] = all.toSorted((one, other) => pathsIn(bodyOf(other)).length - pathsIn(bodyOf(one)).length);
  if (!largest) return undefined;
  const common = new Set(pathsIn(bodyOf(largest)));
  const events = all.map(({ type, operation }): WebhookEvent => {
    const { title, description, bodies } = operation;
    return {
      id: `webhook-${type}`,
      type,
      description: description || html(title),
      fields: bodyOf({ operation }).filter((field) => pathsIn([field]).some((path) => !common.has(path))),
      exampleHtml: bodies[0]?.exampleHtml ?? '',
    };
  });
  const { parameters, bodies, responses, errors, request } = compiled(largest.type, {
    ...largest.post,
    operationId: 'webhook',
  });
  const headerLines = request.parameters.map(({ name, example = '' }) => `${name}: ${example}`);
  return {
    id: 'webhook-events',
    page: webhooksPath,
    title: 'Webhook events',
    description: html(tags.find(({ name }) => name === largest.post.tags?.[0])?.description),
    headers: parameters.flatMap((group) => group.parameters),
    headersHtml: highlight(['content-type: application/json', ...headerLines].join('\n'), 'text'),
    body: withoutConstants(bodies[0]?.shape ?? { name: 'object' }),
    exampleHtml: bodies[0]?.exampleHtml ?? '',
    responses: [...responses, ...errors].map(({ status, description }) => ({ status, description })),
    subjects: subjectsOf(events),
  };
}

/** Replaces references by what they refer to, so that the page shows all fields. Bodies of events do not contain themselves. */
function inlined<Part>(part: Part, resolver: Resolver): Part {
  if (Array.isArray(part)) return part.map((one) => inlined(one, resolver)) as Part;
  if (typeof part !== 'object' || part === null) return part;
  const entries = Object.entries(resolver.resolve(part)).map(([key, value]) => [
    key,
    inlined(value, resolver),
  ]);
  return Object.fromEntries(entries);
}

/** Groups the events by what precedes the dot of their types; those that are alone come last. */
function subjectsOf(events: WebhookEvent[]): Webhooks['subjects'] {
  const subjectOf = ({ type }: WebhookEvent) => type.replace(/\..*/, '');
  const titleOf = (event: WebhookEvent) => {
    const isAlone = events.filter((other) => subjectOf(other) === subjectOf(event)).length === 1;
    return isAlone ? others : words(subjectOf(event)).replace(/^./, (letter) => letter.toUpperCase());
  };
  const titles = new Set(events.map(titleOf));
  const isLast = titles.delete(others);
  return [...titles, ...(isLast ? [others] : [])].map((title) => ({
    title,
    events: events.filter((event) => titleOf(event) === title),
  }));
}

const bodyOf = ({ operation }: { operation: Operation }) => operation.bodies[0]?.shape.fields ?? [];

/** The names of all fields, each after the names of those around it. */
const pathsIn = (fields: Field[]): string[] =>
  fields.flatMap(({ name, shape }) => [
    name,
    ...pathsIn(shape.fields ?? []).map((path) => `${name}.${path}`),
  ]);

/** A shape without the values that only one type of event has. */
function withoutConstants({ fields, constraints, ...shape }: Shape): Shape {
  const limits = constraints?.filter(([name]) => name !== 'Constant') ?? [];
  return {
    ...shape,
    ...(limits.length > 0 && { constraints: limits }),
    ...(fields && { fields: fields.map((field) => ({ ...field, shape: withoutConstants(field.shape) })) }),
  };
}
