import {
  block,
  type CodeGenerator,
  capitalised,
  literal,
  type Notation,
  quoted,
  singleQuoted,
} from './literals';
import type { HttpRequest } from './request';

/** A string; Ruby expands `#{…}` only in double quotes. */
const text = (value: string) =>
  value.includes('\n') ? quoted(value).replace(/#(?=[{$@])/g, '\\#') : singleQuoted(value);

const notation: Notation = {
  text,
  null: 'nil',
  true: 'true',
  false: 'false',
  list: (items) => ({ open: '[', items, close: ']' }),
  map: (entries) => ({
    open: '{',
    items: entries.map(([key, value]) => `${text(key)} => ${value}`),
    close: '}',
    spaced: true,
  }),
  file: { name: 'File.basename(file)', content: "[File.binread(file)].pack('m0')" },
};

export const ruby: CodeGenerator = ({ request, tokenRequest, token, file }) => {
  const bearer = tokenRequest
    ? '"Bearer #{token}"'
    : token === undefined
      ? undefined
      : text(`Bearer ${token}`);
  return [
    "require 'net/http'",
    "require 'json'",
    '',
    ...(file === undefined ? [] : [`file = ${singleQuoted(file)}`, '']),
    'def body_of(request)',
    '  uri = request.uri',
    "  options = { use_ssl: uri.scheme == 'https' }",
    '  response = Net::HTTP.start(uri.host, uri.port, options) { |http| http.request(request) }',
    '  raise "#{response.code} #{response.body}" unless response.is_a?(Net::HTTPSuccess)',
    '',
    '  response.body',
    'end',
    '',
    ...(tokenRequest
      ? [...build('login', tokenRequest), "token = JSON.parse(body_of(login))['jwt']", '']
      : []),
    ...build('request', request, bearer),
    request.method === 'DELETE' ? 'body_of(request)' : 'puts body_of(request)',
  ].join('\n');
};

/** The lines that build a request in a variable. */
function build(variable: string, { method, url, headers, body }: HttpRequest, bearer?: string): string[] {
  const named = [
    ...(bearer === undefined ? [] : [`'Authorization' => ${bearer}`]),
    ...headers.map(([name, value]) => `${text(name)} => ${text(value)}`),
  ];
  const items = [`URI(${singleQuoted(url)})`, ...named];
  return [
    `${variable} = ${block({ open: `Net::HTTP::${capitalised(method)}.new(`, items, close: ')' })}`,
    ...(body && 'json' in body ? [`${variable}.body = ${literal(body.json, notation)}.to_json`] : []),
    ...(body && 'text' in body ? [`${variable}.body = ${text(body.text)}`] : []),
  ];
}
