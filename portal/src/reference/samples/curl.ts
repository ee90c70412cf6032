import { bodyCode, type CodeGenerator } from './literals';
import type { HttpRequest } from './request';

const shellText = (value: string) => `'${value.replace(/'/g, `'\\''`)}'`;

/** A text inside an unquoted here document. */
const hereText = (value: string) => value.replace(/[\\$`]/g, '\\$&');

const file = { name: '$(basename "$FILE")', content: `$(base64 < "$FILE" | tr -d '\\n')` };

/** The request of a sample, with the token in the variable that `curlToken` sets. */
export const curl: CodeGenerator = ({ request, tokenRequest, token, file }) => {
  const authorization = tokenRequest ? '"Authorization: Bearer $TOKEN"' : undefined;
  const pasted = token === undefined ? undefined : shellText(`Authorization: Bearer ${token}`);
  return [
    ...(file === undefined ? [] : [`FILE=${shellText(file)}`, '']),
    file === undefined
      ? command(request, 'curl', authorization ?? pasted)
      : upload(request, authorization ?? pasted),
  ].join('\n');
};

/** Stores the token of a response in `$TOKEN`, and prints the response, so that errors are seen. */
export const curlToken = (tokenRequest: HttpRequest) =>
  [
    `RESPONSE=$(${command(tokenRequest, 'curl --silent --show-error')})`,
    'echo "$RESPONSE" >&2',
    `TOKEN=$(echo "$RESPONSE" | cut -d '"' -f 4)`,
  ].join('\n');

/** The command that sends a request; `authorization` is the header in the syntax of the shell. */
function command({ method, url, headers, body }: HttpRequest, curl: string, authorization?: string): string {
  const isUsual = method === 'GET' || (method === 'POST' && body !== undefined);
  const text = bodyCode(body, (part) => part, file);
  // Lines of JSON can be indented like the command.
  const data = body && 'json' in body ? text?.replaceAll('\n', '\n  ') : text;
  return [
    `${curl} ${method === 'HEAD' ? '--head ' : isUsual ? '' : `--request ${method} `}${shellText(url)}`,
    ...headersOf(headers, authorization),
    ...(data === undefined ? [] : [`--data ${shellText(data)}`]),
  ].join(' \\\n  ');
}

/** The command with the body as a here document, because a file can be longer than an argument. */
function upload(request: HttpRequest, authorization?: string): string {
  const start = command({ ...request, body: undefined, headers: [] }, 'curl');
  const lines = [start, ...headersOf(request.headers, authorization), '--data @- <<BODY'];
  return `${lines.join(' \\\n  ')}\n${bodyCode(request.body, hereText, file)}\nBODY`;
}

const headersOf = (headers: HttpRequest['headers'], authorization?: string) => [
  ...(authorization === undefined ? [] : [`--header ${authorization}`]),
  ...headers.map(([name, value]) => `--header ${shellText(`${name}: ${value}`)}`),
];
