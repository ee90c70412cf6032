import { block, type CodeGenerator, literal, type Notation, singleQuoted } from './literals';
import type { HttpRequest } from './request';

const notation: Notation = {
  text: singleQuoted,
  null: 'null',
  true: 'true',
  false: 'false',
  list: (items) => ({ open: '[', items, close: ']' }),
  map: (entries) =>
    entries.length === 0
      ? { open: 'new stdClass()', items: [], close: '' }
      : { open: '[', items: entries.map(([key, value]) => `${singleQuoted(key)} => ${value}`), close: ']' },
  file: { name: 'basename($file)', content: 'base64_encode(file_get_contents($file))' },
};

export const php: CodeGenerator = ({ request, tokenRequest, token, file }) => {
  const bearer = tokenRequest
    ? '"Authorization: Bearer $token"'
    : token === undefined
      ? undefined
      : singleQuoted(`Authorization: Bearer ${token}`);
  return [
    '<?php',
    ...(file === undefined ? [] : [`$file = ${singleQuoted(file)};`, '']),
    'function send($method, $url, $headers, $body = null) {',
    '  $request = curl_init($url);',
    '  curl_setopt_array($request, [',
    '    CURLOPT_RETURNTRANSFER => true,',
    '    CURLOPT_CUSTOMREQUEST => $method,',
    '    CURLOPT_HTTPHEADER => $headers,',
    '  ]);',
    '  if ($body !== null) curl_setopt($request, CURLOPT_POSTFIELDS, $body);',
    '  $response = curl_exec($request);',
    '  $status = curl_getinfo($request, CURLINFO_RESPONSE_CODE);',
    '  if ($response === false || $status >= 400) {',
    '    throw new RuntimeException("$status " . ($response ?: curl_error($request)));',
    '  }',
    '  return $response;',
    '}',
    '',
    ...(tokenRequest
      ? [`$login = ${call(tokenRequest)};`, "$token = json_decode($login, true)['jwt'];"]
      : []),
    `${request.method === 'DELETE' ? '' : 'echo '}${call(request, bearer)};`,
  ].join('\n');
};

function call({ method, url, headers, body }: HttpRequest, bearer?: string): string {
  const named = [
    ...(bearer === undefined ? [] : [bearer]),
    ...headers.map((header) => singleQuoted(header.join(': '))),
  ];
  const items = [
    `'${method}'`,
    singleQuoted(url),
    block({ open: '[', items: named, close: ']' }, '  '),
    ...(body && 'json' in body ? [`json_encode(${literal(body.json, notation, '  ')})`] : []),
    ...(body && 'text' in body ? [singleQuoted(body.text)] : []),
  ];
  return block({ open: 'send(', items, close: ')' });
}
