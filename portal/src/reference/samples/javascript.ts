import { block, type CodeGenerator, literal, type Notation, quoted, singleQuoted } from './literals';

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
  }),
};

/** Generates a call of `fetch` and code that reads the response, as a value of `type` if given. */
const fetchCall =
  (type?: string): CodeGenerator =>
  ({ method, url, headers, body }) => {
    const options = [
      ...(method === 'GET' ? [] : [`method: '${method}'`]),
      ...(headers.length > 0 ? [`headers: ${literal(Object.fromEntries(headers), notation, '  ')}`] : []),
      ...(body && 'json' in body ? [`body: JSON.stringify(${literal(body.json, notation, '  ')})`] : []),
      ...(body && 'text' in body ? [`body: ${text(body.text)}`] : []),
    ];
    const more = options.length > 0 ? `, ${block({ open: '{', items: options, close: '}' })}` : '';
    return [
      `const response = await fetch(${singleQuoted(url)}${more});`,
      'if (!response.ok) throw new Error(await response.text());',
      `const result${type ? `: ${type}` : ''} = ${method === 'DELETE' ? 'response.status' : 'await response.json()'};`,
      'console.log(result);',
    ].join('\n');
  };

export const javascript = fetchCall();

export const typescript: CodeGenerator = (request) =>
  fetchCall(request.method === 'DELETE' ? 'number' : 'Record<string, unknown>')(request);
