import type { Highlight } from '../../highlighting/highlight';
import type { BodyContent, ErrorResponse, Operation, ParameterGroup, SuccessResponse } from '../model';
import { sample } from '../samples';
import type { DateOrder, RequestParameter, RequestTemplate } from '../samples/request';
import type { Anchors } from './anchors';
import type { Examples } from './examples';
import { html } from './markdown';
import type {
  MediaType,
  OpenApiDocument,
  OperationObject,
  Parameter,
  PathItem,
  ResponseObject,
  Schema,
} from './openapi';
import type { OperationPaths } from './operationPaths';
import { grouped } from './parameterGroups';
import { fileOf, shownFilter } from './samples';
import { type Resolver, typesOf } from './schemas';
import type { Shapes } from './shapes';

/** An operation with its method and path. */
export interface Call {
  method: string;
  path: string;
  item: PathItem;
  operation: OperationObject;
}

interface Context {
  document: OpenApiDocument;
  resolver: Resolver;
  examples: Examples;
  shapes: Shapes;
  anchors: Anchors;
  highlight: Highlight;
  pages: OperationPaths;
  /** The base URL for samples. */
  server: string;
  /** The operation that issues tokens. */
  tokenCall?: Call;
  /** Precedes the paths of the document. */
  basePath: string;
}

/** Compiles the document's operations for the page. */
export class Operations {
  constructor(private readonly context: Context) {}

  of(call: Call): Operation {
    const { operation, method, path } = call;
    const { anchors, basePath, pages, resolver, highlight, server, tokenCall } = this.context;
    const name = operation.operationId ?? `${method} ${path}`;
    const id = anchors.reserve(name);
    const parameters = this.parametersOf(call);
    const body = operation.requestBody && resolver.resolve(operation.requestBody);
    const responses = Object.entries(operation.responses ?? {}).map(
      ([status, response]) => [status, resolver.resolve(response)] as const,
    );
    const request = this.template(call);
    const scopes = this.scopesOf(call);
    const tokenRequest = tokenCall && this.template(tokenCall);
    return {
      id,
      page: pages.reserve(operation.tags?.[0] ?? '', name),
      method: method.toUpperCase(),
      path: basePath + path,
      title: operation.summary || `${method.toUpperCase()} ${path}`,
      description: html(operation.description),
      ...(operation.deprecated && { deprecated: true }),
      parameters: this.grouped(parameters, id),
      bodies: this.bodies(body?.content, id),
      ...(body?.required && { bodyRequired: true }),
      responses: responses.filter(([status]) => !isError(status)).map((entry) => this.response(...entry, id)),
      errors: responses.filter(([status]) => isError(status)).map((entry) => this.error(...entry, id)),
      request,
      ...(scopes && { scopes }),
      curlHtml: highlight(sample('curl', request, { server, tokenRequest }), 'bash'),
    };
  }

  /** The scopes of the security schemes that have some; undefined without authentication. */
  private scopesOf({ operation }: Call): string[] | undefined {
    const security = operation.security ?? this.context.document.security ?? [];
    const schemes = security.flatMap((scheme) => Object.values(scheme));
    return schemes.length > 0 ? [...new Set(schemes.flat())] : undefined;
  }

  private parametersOf({ item, operation }: Call): Parameter[] {
    const all = [...(item.parameters ?? []), ...(operation.parameters ?? [])];
    const resolved = all.map((parameter) => this.context.resolver.resolve(parameter));
    return [
      ...new Map(resolved.map((parameter) => [`${parameter.in} ${parameter.name}`, parameter])).values(),
    ];
  }

  private grouped(parameters: Parameter[], anchor: string): ParameterGroup[] {
    return grouped(parameters).map((group) => ({
      ...group,
      parameters: group.parameters.map((parameter) => this.parameter(parameter, anchor)),
    }));
  }

  private parameter(parameter: Parameter, anchor: string) {
    const schema = parameter.schema ?? Object.values(parameter.content ?? {})[0]?.schema ?? {};
    const field = this.context.shapes.field(parameter.name, schema, anchor, parameter.required === true);
    const description = parameter.description ? html(parameter.description) : field.description;
    return { ...field, description, ...(parameter.deprecated && { deprecated: true }) };
  }

  private bodies(content: Record<string, MediaType> = {}, anchor: string): BodyContent[] {
    return Object.entries(content).map(([contentType, mediaType]) => {
      const example = this.context.examples.ofContent(mediaType);
      const language = isJson(contentType) ? 'json' : 'text';
      return {
        contentType,
        shape: this.context.shapes.ofBody(mediaType.schema ?? {}, anchor),
        ...(example !== undefined && { exampleHtml: this.context.highlight(asText(example), language) }),
      };
    });
  }

  private response(status: string, response: ResponseObject, anchor: string): SuccessResponse {
    const headers = Object.entries(response.headers ?? {}).map(([name, header]) =>
      this.parameter({ ...this.context.resolver.resolve(header), name, in: 'header' }, `${anchor}-${status}`),
    );
    const bodies = this.bodies(response.content, `${anchor}-${status}`);
    return { status, description: html(response.description), bodies, headers };
  }

  /** An error response; its codes are the fragments of the `type` URLs in its examples. */
  private error(
    status: string,
    { description, content = {} }: ResponseObject,
    anchor: string,
  ): ErrorResponse {
    const stated = Object.values(content)
      .flatMap(({ example, examples = {} }) => [
        example,
        ...Object.values(examples).map((one) => this.context.resolver.resolve(one).value),
      ])
      .filter((value) => value !== undefined);
    const examples = stated.map((value) => ({
      code: codeOf(value),
      html: this.context.highlight(asText(value), 'json'),
    }));
    const codes = examples.flatMap(({ code }) => code ?? []);
    const bodies = Object.entries(content).map(([contentType, { schema = {} }]) => ({
      contentType,
      shape: this.context.shapes.of(schema, `${anchor}-${status}`),
    }));
    return {
      status,
      description: html(description),
      codes: [...new Set(codes)],
      bodies,
      ...(examples.length > 0 && { examples }),
    };
  }

  private template(call: Call): RequestTemplate {
    const { basePath, examples, resolver } = this.context;
    const parameters = this.parametersOf(call).filter(({ in: location }) => location !== 'cookie');
    const body = call.operation.requestBody && resolver.resolve(call.operation.requestBody);
    const shown = shownFilter(parameters, resolver);
    const [contentType, mediaType] = Object.entries(body?.content ?? {})[0] ?? [];
    const success = Object.entries(call.operation.responses ?? {}).find(([status]) => !isError(status));
    const [returned] = Object.keys((success && resolver.resolve(success[1]).content) ?? {});
    return {
      method: call.method.toUpperCase(),
      path: basePath + call.path,
      ...(this.scopesOf(call) && { token: true }),
      parameters: parameters.map((parameter) => ({
        ...this.requestParameter(parameter),
        ...(parameter === shown && { isShown: true }),
      })),
      ...(contentType &&
        mediaType && {
          body: {
            type: contentType,
            text: asText(examples.ofContent(mediaType) ?? ''),
            ...fileOf(mediaType.schema ?? {}, resolver),
          },
        }),
      ...(returned && !isJson(returned) && { returnsText: true }),
    };
  }

  private requestParameter(parameter: Parameter): RequestParameter {
    const { resolver, examples } = this.context;
    const schema = resolver.flatten(parameter.schema ?? {});
    const values = (schema.enum ?? (schema.items && resolver.flatten(schema.items).enum))?.map(String);
    const stated = examples.stated(parameter) ?? schema.example ?? schema.examples?.[0];
    const example = stated ?? (parameter.required ? examples.ofSchema(schema) : undefined);
    const dates = dateOrderOf(schema);
    return {
      name: parameter.name,
      in: parameter.in,
      ...(parameter.required && { required: true }),
      ...(values && { values }),
      ...(typesOf(schema).types[0] === 'array' && { isList: true }),
      ...(dates && { dates }),
      ...(schema.default !== undefined && { default: String(schema.default) }),
      ...(example !== undefined && { example: String(example) }),
    };
  }
}

/** The problem code: the fragment of the `type` URL. */
const codeOf = (problem: unknown) => (problem as { type?: string }).type?.match(/#(.+)$/)?.[1];

/** The order of the dates that a parameter accepts; undefined if it accepts no dates. */
function dateOrderOf({ pattern }: Schema): DateOrder | undefined {
  if (pattern === undefined) return undefined;
  const accepts = (value: string) => new RegExp(pattern).test(value);
  if (accepts('2024-31-12,')) return 'day-first';
  return accepts('2024-12-31,') ? 'month-first' : undefined;
}

const isError = (status: string) => /^[45]/.test(status) || status === 'default';

const isJson = (contentType: string) => /[/+]json\b/.test(contentType);

const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value, null, 2));
