import { block, type CodeGenerator, literal, type Notation, quoted } from './literals';

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
};

export const python: CodeGenerator = ({ method, url, headers, body }) => {
  const sent = headers.filter(([name]) => !(name === 'Content-Type' && body && 'json' in body));
  const values = [
    quoted(url),
    ...(sent.length > 0 ? [`headers=${literal(Object.fromEntries(sent), notation, '  ')}`] : []),
    ...(body && 'json' in body ? [`json=${literal(body.json, notation, '  ')}`] : []),
    ...(body && 'text' in body ? [`data=${quoted(body.text)}`] : []),
    'timeout=30',
  ];
  return [
    'import requests',
    '',
    `response = ${block({ open: `requests.${method.toLowerCase()}(`, items: values, close: ')' })}`,
    'response.raise_for_status()',
    method === 'DELETE' ? 'print(response.status_code)' : 'print(response.json())',
  ].join('\n');
};
