import { block, type CodeGenerator, literal, type Notation, singleQuoted } from './literals';

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
};

export const php: CodeGenerator = ({ method, url, headers, body }) => {
  const options = [
    'CURLOPT_RETURNTRANSFER => true',
    ...(method === 'GET' ? [] : [`CURLOPT_CUSTOMREQUEST => '${method}'`]),
    ...(headers.length > 0
      ? [
          `CURLOPT_HTTPHEADER => ${literal(
            headers.map((header) => header.join(': ')),
            notation,
            '  ',
          )}`,
        ]
      : []),
    ...(body && 'json' in body
      ? [`CURLOPT_POSTFIELDS => json_encode(${literal(body.json, notation, '  ')})`]
      : []),
    ...(body && 'text' in body ? [`CURLOPT_POSTFIELDS => ${singleQuoted(body.text)}`] : []),
  ];
  return [
    '<?php',
    `$request = curl_init(${singleQuoted(url)});`,
    `curl_setopt_array($request, ${block({ open: '[', items: options, close: ']' })});`,
    '$response = curl_exec($request);',
    'if ($response === false || curl_getinfo($request, CURLINFO_RESPONSE_CODE) >= 400) {',
    '  throw new RuntimeException($response ?: curl_error($request));',
    '}',
    method === 'DELETE'
      ? 'echo curl_getinfo($request, CURLINFO_RESPONSE_CODE);'
      : 'print_r(json_decode($response, true));',
  ].join('\n');
};
