import { bodyText, type Writer } from './writing';

const shellText = (value: string) => `'${value.replace(/'/g, `'\\''`)}'`;

export const curl: Writer = (request) => {
  const { method, address, headers } = request;
  const body = bodyText(request);
  const isUsual = method === 'GET' || (method === 'POST' && body !== undefined);
  const parts = [
    `curl ${method === 'HEAD' ? '--head ' : isUsual ? '' : `--request ${method} `}${shellText(address)}`,
    ...headers.map(([name, value]) => `--header ${shellText(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`--data ${shellText(body)}`]),
  ];
  return parts.join(' \\\n  ');
};
