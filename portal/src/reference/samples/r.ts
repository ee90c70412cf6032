import { bodyText, type CodeGenerator, quoted, singleQuoted } from './literals';

const nameOf = (header: string) => (/^[a-z]+$/i.test(header) ? header : `\`${header}\``);

export const r: CodeGenerator = (request) => {
  const { method, url, headers } = request;
  const body = bodyText(request);
  const sent = headers.filter(([name]) => name !== 'Content-Type');
  const type = headers.find(([name]) => name === 'Content-Type')?.[1] ?? 'text/plain';
  const steps = [
    `request(${quoted(url)})`,
    ...(method === 'GET' || (method === 'POST' && body !== undefined) ? [] : [`req_method("${method}")`]),
    ...(sent.length > 0
      ? [`req_headers(${sent.map(([name, value]) => `${nameOf(name)} = ${quoted(value)}`).join(', ')})`]
      : []),
    ...(body === undefined ? [] : [`req_body_raw(${singleQuoted(body)}, type = ${quoted(type)})`]),
    'req_perform()',
  ];
  return [
    'library(httr2)',
    '',
    `response <- ${steps.join(' |>\n  ')}`,
    method === 'DELETE' ? 'resp_status(response)' : 'resp_body_json(response)',
  ].join('\n');
};
