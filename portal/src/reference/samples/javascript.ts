import { block, literal, type Notation, quoted, singleQuoted, type Writer } from './writing';

const property = (name: string) => (/^[a-z_$][\w$]*$/i.test(name) ? name : singleQuoted(name));

/** A string; one of several lines needs their ends written as escapes. */
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
  }),
};

/** A call of `fetch`, awaited, and how its answer is read: as a value of `type` where that is given. */
const fetchCall =
  (type?: string): Writer =>
  ({ method, address, headers, body }) => {
    const options = [
      ...(method === 'GET' ? [] : [`method: '${method}'`]),
      ...(headers.length > 0 ? [`headers: ${literal(Object.fromEntries(headers), notation, '  ')}`] : []),
      ...(body && 'json' in body ? [`body: JSON.stringify(${literal(body.json, notation, '  ')})`] : []),
      ...(body && 'text' in body ? [`body: ${text(body.text)}`] : []),
    ];
    const more = options.length > 0 ? `, ${block({ open: '{', items: options, close: '}' })}` : '';
    return [
      `const response = await fetch(${singleQuoted(address)}${more});`,
      'if (!response.ok) throw new Error(await response.text());',
      `const result${type ? `: ${type}` : ''} = ${method === 'DELETE' ? 'response.status' : 'await response.json()'};`,
      'console.log(result);',
    ].join('\n');
  };

export const javascript = fetchCall();

export const typescript: Writer = (request) =>
  fetchCall(request.method === 'DELETE' ? 'number' : 'Record<string, unknown>')(request);
