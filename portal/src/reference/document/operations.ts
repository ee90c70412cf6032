import type { Answer, Content, Operation, ParameterGroup, Place, Problem } from '../model';
import type { RequestTemplate, Slot } from '../samples/request';
import type { Anchors } from './anchors';
import type { Examples } from './example';
import { html } from './markdown';
import type { MediaType, OpenApiDocument, OperationObject, Parameter, PathItem, Response } from './openapi';
import type { Resolver } from './schemas';
import type { Shapes } from './shapes';

/** An operation with the place it has in the document. */
export interface Call {
  method: string;
  path: string;
  item: PathItem;
  operation: OperationObject;
}

const places: Place[] = ['path', 'query', 'header', 'cookie'];

/** Turns the document's operations into what the page says of them. */
export class Operations {
  constructor(
    private readonly document: OpenApiDocument,
    private readonly resolver: Resolver,
    private readonly examples: Examples,
    private readonly shapes: Shapes,
    private readonly anchors: Anchors,
    private readonly basePath: string,
  ) {}

  of(call: Call): Operation {
    const { operation, method, path } = call;
    const id = this.anchors.take(operation.operationId ?? `${method} ${path}`);
    const parameters = this.parametersOf(call);
    const body = operation.requestBody && this.resolver.resolve(operation.requestBody);
    const responses = Object.entries(operation.responses ?? {}).map(
      ([status, response]) => [status, this.resolver.resolve(response)] as const,
    );
    const bodies = Object.entries(body?.content ?? {}).map(([type, content]) =>
      this.content(type, content, id),
    );
    return {
      id,
      method: method.toUpperCase(),
      path: this.basePath + path,
      title: operation.summary || `${method.toUpperCase()} ${path}`,
      description: html(operation.description),
      ...(operation.deprecated && { deprecated: true }),
      parameters: this.grouped(parameters, id),
      bodies,
      ...(body?.required && { bodyRequired: true }),
      answers: responses.filter(([status]) => !isError(status)).map((entry) => this.answer(...entry, id)),
      problems: responses.filter(([status]) => isError(status)).map((entry) => this.problem(...entry, id)),
      request: this.template(call, parameters, bodies[0]),
    };
  }

  private parametersOf({ item, operation }: Call): Parameter[] {
    const all = [...(item.parameters ?? []), ...(operation.parameters ?? [])];
    const resolved = all.map((parameter) => this.resolver.resolve(parameter));
    return [
      ...new Map(resolved.map((parameter) => [`${parameter.in} ${parameter.name}`, parameter])).values(),
    ];
  }

  private grouped(parameters: Parameter[], anchor: string): ParameterGroup[] {
    return places.flatMap((place) => {
      const here = parameters.filter((parameter) => parameter.in === place);
      return here.length === 0
        ? []
        : [{ place, parameters: here.map((parameter) => this.parameter(parameter, anchor)) }];
    });
  }

  private parameter(parameter: Parameter, anchor: string) {
    const schema = parameter.schema ?? Object.values(parameter.content ?? {})[0]?.schema ?? {};
    const field = this.shapes.field(parameter.name, schema, anchor, parameter.required === true);
    const description = parameter.description ? html(parameter.description) : field.description;
    return { ...field, description, ...(parameter.deprecated && { deprecated: true }) };
  }

  private content(type: string, content: MediaType, anchor: string): Content {
    const example = this.examples.ofContent(content);
    return {
      type,
      shape: this.shapes.ofBody(content.schema ?? {}, anchor),
      ...(example !== undefined && { example: asText(example) }),
    };
  }

  private answer(status: string, response: Response, anchor: string): Answer {
    const headers = Object.entries(response.headers ?? {}).map(([name, header]) =>
      this.parameter({ ...this.resolver.resolve(header), name, in: 'header' }, `${anchor}-${status}`),
    );
    const contents = Object.entries(response.content ?? {}).map(([type, content]) =>
      this.content(type, content, `${anchor}-${status}`),
    );
    return { status, description: html(response.description), contents, headers };
  }

  /** An error answer; its codes are the ends of the `type`s that its examples have. */
  private problem(status: string, { description, content = {} }: Response, anchor: string): Problem {
    const stated = Object.values(content).flatMap(({ example, examples = {} }) => [
      example,
      ...Object.values(examples).map((one) => this.resolver.resolve(one).value),
    ]);
    const codes = stated.flatMap(
      (value) => (value as { type?: string } | undefined)?.type?.match(/#(.+)$/)?.[1] ?? [],
    );
    const contents = Object.entries(content).map(([type, one]) => ({
      ...this.content(type, one, `${anchor}-${status}`),
      shape: this.shapes.of(one.schema ?? {}, `${anchor}-${status}`),
    }));
    return { status, description: html(description), codes: [...new Set(codes)], contents };
  }

  private template(call: Call, parameters: Parameter[], body?: Content): RequestTemplate {
    const needs = call.operation.security ?? this.document.security ?? [];
    return {
      method: call.method.toUpperCase(),
      path: this.basePath + call.path,
      ...(needs.some((need) => Object.keys(need).length > 0) && { token: true }),
      slots: parameters
        .filter(({ in: place }) => place !== 'cookie')
        .map((parameter) => this.slot(parameter)),
      ...(body && { body: { type: body.type, text: body.example ?? '' } }),
    };
  }

  private slot(parameter: Parameter): Slot {
    const schema = this.resolver.flatten(parameter.schema ?? {});
    const values = (schema.enum ?? (schema.items && this.resolver.flatten(schema.items).enum))?.map(String);
    const stated = this.examples.stated(parameter) ?? schema.example ?? schema.examples?.[0];
    const example = stated ?? (parameter.required ? this.examples.ofSchema(schema) : undefined);
    return {
      name: parameter.name,
      in: parameter.in,
      ...(parameter.required && { required: true }),
      ...(values && { values }),
      ...(example !== undefined && { example: String(example) }),
    };
  }
}

const isError = (status: string) => /^[45]/.test(status) || status === 'default';

const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value, null, 2));
