import { block, bodyCode, type CodeGenerator, literal, type Notation, quoted } from './literals';
import type { HttpRequest } from './request';

/** A name of an argument. */
const nameOf = (name: string) => (/^[a-z][\w.]*$/i.test(name) ? name : `\`${name}\``);

const notation: Notation = {
  text: quoted,
  null: 'NULL',
  true: 'TRUE',
  false: 'FALSE',
  list: (items) => ({ open: 'list(', items, close: ')' }),
  map: (entries) =>
    entries.length === 0
      ? { open: 'setNames(list(), character())', items: [], close: '' }
      : { open: 'list(', items: entries.map(([key, value]) => `${nameOf(key)} = ${value}`), close: ')' },
  file: {
    name: 'basename(file)',
    content: 'jsonlite::base64_enc(readBin(file, "raw", file.size(file)))',
  },
};

export const r: CodeGenerator = ({ request, tokenRequest, token, file }) => {
  const bearer = tokenRequest
    ? 'paste("Bearer", token)'
    : token === undefined
      ? undefined
      : quoted(`Bearer ${token}`);
  return [
    'library(httr2)',
    '',
    ...(file === undefined ? [] : [`file <- ${quoted(file)}`, '']),
    'send <- function(request) {',
    '  request |>',
    '    req_error(body = \\(response) resp_body_string(response)) |>',
    '    req_perform()',
    '}',
    '',
    ...(tokenRequest ? [`login <- ${pipe(tokenRequest)}`, 'token <- resp_body_json(login)$jwt', ''] : []),
    `response <- ${pipe(request, bearer)}`,
    request.method === 'DELETE' ? 'print(resp_status(response))' : 'cat(resp_body_string(response))',
  ].join('\n');
};

function pipe({ method, url, headers, body }: HttpRequest, bearer?: string): string {
  const type = headers.find(([name]) => name === 'Content-Type')?.[1] ?? 'text/plain';
  const named = [
    ...(bearer === undefined ? [] : [`Authorization = ${bearer}`]),
    ...headers
      .filter(([name]) => name !== 'Content-Type')
      .map(([name, value]) => `${nameOf(name)} = ${quoted(value)}`),
  ];
  const isUsual = method === 'GET' || (method === 'POST' && body !== undefined);
  return [
    `request(${quoted(url)})`,
    ...(isUsual ? [] : [`req_method("${method}")`]),
    ...(named.length > 0 ? [block({ open: 'req_headers(', items: named, close: ')' }, '  ')] : []),
    ...(body && 'json' in body ? [`req_body_json(${literal(body.json, notation, '  ')})`] : []),
    ...(body && 'text' in body
      ? [`req_body_raw(${bodyCode(body, quoted, notation.file)}, type = ${quoted(type)})`]
      : []),
    'send()',
  ].join(' |>\n  ');
}
