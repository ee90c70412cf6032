import { bodyText, type CodeGenerator } from './literals';

const shellText = (value: string) => `'${value.replace(/'/g, `'\\''`)}'`;

export const curl: CodeGenerator = (request) => {
  const { method, url, headers } = request;
  const body = bodyText(request);
  const isUsual = method === 'GET' || (method === 'POST' && body !== undefined);
  const parts = [
    `curl ${method === 'HEAD' ? '--head ' : isUsual ? '' : `--request ${method} `}${shellText(url)}`,
    ...headers.map(([name, value]) => `--header ${shellText(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`--data ${shellText(body)}`]),
  ];
  return parts.join(' \\\n  ');
};
