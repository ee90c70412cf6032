import { block, type CodeGenerator, literal, type Notation, quoted, singleQuoted } from './literals';
import type { HttpRequest } from './request';

const property = (name: string) => (/^[a-z_$][\w$]*$/i.test(name) ? name : singleQuoted(name));

/** A string; line breaks become escapes. */
const text = (value: string) => (value.includes('\n') ? quoted(value) : singleQuoted(value));

const notation: Notation = {
  text,
  null: 'null',
  true: 'true',
  false: 'false',
  list: (items) => ({ open: '[', items, close: ']' }),
  map: (entries) => ({
    open: '{',
    items: entries.map(([key, value]) => `${property(key)}: ${value}`),
    close: '}',
    spaced: true,
  }),
  file: { name: 'basename(file)', content: "await readFile(file, 'base64')" },
};

interface Types {
  parameters: string;
  token: string;
  result: string;
}

/** Reads the error before it throws. */
// biome-ignore lint/suspicious/noTemplateCurlyInString: a template string of the sample.
const failure = '  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);';

// biome-ignore lint/suspicious/noTemplateCurlyInString: a template string of the sample.
const issuedBearer = '`Bearer ${jwt}`';

/** Generates an async function, because CommonJS files have no `await` outside functions. */
const program =
  (types?: Types): CodeGenerator =>
  ({ request, tokenRequest, token, file, printsText }) => {
    const bearer = tokenRequest ? issuedBearer : token === undefined ? undefined : text(`Bearer ${token}`);
    return [
      ...(file === undefined ? [] : [`const file = ${singleQuoted(file)};`, '']),
      `async function send(${types?.parameters ?? 'url, options'}) {`,
      '  const response = await fetch(url, options);',
      failure,
      '  return response;',
      '}',
      '',
      'async function main() {',
      ...(file === undefined
        ? []
        : [
            "  const { readFile } = await import('node:fs/promises');",
            "  const { basename } = await import('node:path');",
          ]),
      ...(tokenRequest
        ? [
            `  const login = await ${call(tokenRequest)};`,
            `  const { jwt } = ${types ? `(await login.json()) as ${types.token}` : 'await login.json()'};`,
          ]
        : []),
      `  const response = await ${call(request, bearer)};`,
      ...(request.method === 'DELETE'
        ? ['  console.log(response.status);']
        : printsText
          ? ['  console.log(await response.text());']
          : [
              `  const result${types ? `: ${types.result}` : ''} = await response.json();`,
              '  console.dir(result, { depth: null });',
            ]),
      '}',
      '',
      'main();',
    ].join('\n');
  };

function call({ method, url, headers, body }: HttpRequest, bearer?: string): string {
  const indent = '    ';
  const named = [
    ...(bearer === undefined ? [] : [`Authorization: ${bearer}`]),
    ...headers.map(([name, value]) => `${property(name)}: ${text(value)}`),
  ];
  const options = [
    ...(method === 'GET' ? [] : [`method: '${method}'`]),
    ...(named.length > 0
      ? [`headers: ${block({ open: '{', items: named, close: '}', spaced: true }, indent)}`]
      : []),
    ...(body && 'json' in body ? [`body: JSON.stringify(${literal(body.json, notation, indent)})`] : []),
    ...(body && 'text' in body ? [`body: ${text(body.text)}`] : []),
  ];
  const more =
    options.length > 0 ? `, ${block({ open: '{', items: options, close: '}', spaced: true }, '  ')}` : '';
  return `send(${singleQuoted(url)}${more})`;
}

export const javascript = program();

export const typescript = program({
  parameters: 'url: string, options?: RequestInit',
  token: '{ jwt: string }',
  result: 'unknown',
});
