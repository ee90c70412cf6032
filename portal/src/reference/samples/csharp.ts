import { bodyText, type CodeGenerator, capitalised, quoted } from './literals';

/** A raw string literal of C# 11. */
const raw = (value: string) => ['"""', ...value.split('\n'), '"""'].join('\n    ');

export const csharp: CodeGenerator = (request) => {
  const { method, url, headers } = request;
  const body = bodyText(request);
  const type = headers.find(([name]) => name === 'Content-Type')?.[1] ?? 'text/plain';
  return [
    ...(body === undefined ? [] : ['using System.Text;', '']),
    'using var client = new HttpClient();',
    `using var request = new HttpRequestMessage(HttpMethod.${capitalised(method)}, ${quoted(url)});`,
    ...headers
      .filter(([name]) => name !== 'Content-Type')
      .map(([name, value]) => `request.Headers.Add(${quoted(name)}, ${quoted(value)});`),
    ...(body === undefined
      ? []
      : [`request.Content = new StringContent(${raw(body)}, Encoding.UTF8, ${quoted(type)});`]),
    'using var response = await client.SendAsync(request);',
    'response.EnsureSuccessStatusCode();',
    'Console.WriteLine(await response.Content.ReadAsStringAsync());',
  ].join('\n');
};
