import { block, type CodeGenerator, literal, type Notation, quoted } from './literals';
import type { HttpRequest } from './request';

const notation: Notation = {
  text: quoted,
  null: 'None',
  true: 'True',
  false: 'False',
  list: (items) => ({ open: '[', items, close: ']' }),
  map: (entries) => ({
    open: '{',
    items: entries.map(([key, value]) => `${quoted(key)}: ${value}`),
    close: '}',
  }),
  file: { name: 'file.name', content: 'base64.b64encode(file.read_bytes()).decode()' },
  step: '    ',
};

export const python: CodeGenerator = ({ request, tokenRequest, token, file, printsText }) => {
  const printed = printsText ? 'response.text' : 'response.json()';
  const bearer = tokenRequest
    ? 'f"Bearer {token}"'
    : token === undefined
      ? undefined
      : quoted(`Bearer ${token}`);
  return [
    ...(file === undefined ? [] : ['import base64', 'from pathlib import Path', '']),
    'import requests',
    '',
    ...(file === undefined ? [] : [`file = Path(${quoted(file)})`, '']),
    '',
    'def send(method, url, **options):',
    '    response = requests.request(method, url, timeout=30, **options)',
    '    if not response.ok:',
    '        raise SystemExit(f"{response.status_code} {response.text}")',
    '    return response',
    '',
    '',
    ...(tokenRequest ? [`login = ${call(tokenRequest)}`, 'token = login.json()["jwt"]'] : []),
    `response = ${call(request, bearer)}`,
    `print(${request.method === 'DELETE' ? 'response.status_code' : printed})`,
  ].join('\n');
};

function call({ method, url, headers, body }: HttpRequest, bearer?: string): string {
  const isJson = body !== undefined && 'json' in body;
  const named = [
    ...(bearer === undefined ? [] : [`"Authorization": ${bearer}`]),
    ...headers
      .filter(([name]) => !(name === 'Content-Type' && isJson))
      .map(([name, value]) => `${quoted(name)}: ${quoted(value)}`),
  ];
  const step = '    ';
  const items = [
    quoted(method),
    quoted(url),
    ...(named.length > 0 ? [`headers=${block({ open: '{', items: named, close: '}' }, step, step)}`] : []),
    ...(isJson ? [`json=${literal(body.json, notation, step)}`] : []),
    ...(body && 'text' in body ? [`data=${quoted(body.text)}`] : []),
  ];
  return block({ open: 'send(', items, close: ')' }, '', step);
}
