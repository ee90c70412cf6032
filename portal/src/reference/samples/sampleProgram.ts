import { buildRequest, FilePart, type HttpRequest, keyOf, type RequestTemplate } from './request';

/** What the program of a sample does: it gets a token if it needs one, then sends a request. */
export interface SampleProgram {
  /** The request, without its `Authorization` header. */
  request: HttpRequest;
  /** The request that issues the token, if the program has to get one. */
  tokenRequest?: HttpRequest;
  /** The token to use if there is no `tokenRequest`. */
  token?: string;
  /** The name of the file that the program reads and uploads. */
  file?: string;
  /** Whether it prints text instead of JSON. */
  printsText?: boolean;
}

/** What samples of an operation show. */
export interface SampleValues {
  /** The base URL of the API. */
  server: string;
  /** The request that issues tokens; without it, programs contain a placeholder for the token. */
  tokenRequest?: RequestTemplate;
  /** The reader's token. */
  token?: string;
  /** The values of parameters by `keyOf`, instead of the example values. */
  values?: Map<string, string>;
  /** Replaces the example body. */
  body?: string;
  /** The name of the file whose content that body takes, if the reader chose one. */
  file?: string;
}

/** Describes the program of a sample. */
export function sampleProgram(template: RequestTemplate, shown: SampleValues): SampleProgram {
  const { server, tokenRequest, token, body } = shown;
  const values = shown.values ?? exampleValues(template);
  const request = buildRequest(template, { server, values, body });
  const { file } = template.body ?? {};
  // A body that the reader entered without choosing a file contains the content already.
  const json = request.body && 'json' in request.body ? request.body.json : undefined;
  const uploads = (body === undefined || shown.file) && file && json !== undefined;
  const name = file?.name && at(json, file.name);
  return {
    // A name that differs from the name of the file stays.
    request: uploads
      ? withFile(request, { ...file, ...(shown.file && name !== shown.file && { name: undefined }) })
      : request,
    ...(uploads && { file: shown.file ?? String(name ?? 'file.txt') }),
    ...(template.returnsText && { printsText: true }),
    ...(template.token && tokenOf(server, tokenRequest, token)),
  };
}

function tokenOf(server: string, template?: RequestTemplate, token?: string): Partial<SampleProgram> {
  if (token !== undefined || !template) return { token: token ?? 'YOUR_TOKEN' };
  return { tokenRequest: buildRequest(template, { server, values: new Map() }) };
}

/** The values of required parameters and of those that show how to filter. */
function exampleValues({ parameters }: RequestTemplate): Map<string, string> {
  const shown = parameters.filter(({ required, isShown }) => required || isShown);
  return new Map(shown.map((parameter) => [keyOf(parameter), parameter.example ?? '']));
}

/** The request with expressions for the name and the content of a file in its body. */
function withFile(
  request: HttpRequest,
  { content, name }: { content: string[]; name?: string[] },
): HttpRequest {
  const body = structuredClone(request.body) as { json: unknown };
  for (const [path, part] of [
    [content, 'content'],
    [name, 'name'],
  ] as const) {
    const parent = path && at(body.json, path.slice(0, -1));
    const field = path?.at(-1);
    if (field !== undefined && typeof parent === 'object' && parent !== null) {
      (parent as Record<string, unknown>)[field] = new FilePart(part);
    }
  }
  return { ...request, body };
}

/** The value at a path of keys. */
function at(value: unknown, path: string[]): unknown {
  return path.reduce<unknown>((part, key) => (part as Record<string, unknown> | undefined)?.[key], value);
}
