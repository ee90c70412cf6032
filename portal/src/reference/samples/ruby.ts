import { bodyText, type CodeGenerator, capitalised, singleQuoted } from './literals';

export const ruby: CodeGenerator = (request) => {
  const { method, url, headers } = request;
  const body = bodyText(request);
  return [
    "require 'net/http'",
    "require 'json'",
    '',
    `uri = URI(${singleQuoted(url)})`,
    `request = Net::HTTP::${capitalised(method)}.new(uri)`,
    ...headers.map(([name, value]) => `request[${singleQuoted(name)}] = ${singleQuoted(value)}`),
    ...(body === undefined
      ? []
      : ["request.body = <<~'BODY'", ...body.split('\n').map((line) => `  ${line}`), 'BODY']),
    '',
    "response = Net::HTTP.start(uri.host, uri.port, use_ssl: uri.scheme == 'https') do |http|",
    '  http.request(request)',
    'end',
    'raise response.body unless response.is_a?(Net::HTTPSuccess)',
    '',
    method === 'DELETE' ? 'puts response.code' : 'puts JSON.parse(response.body)',
  ].join('\n');
};
