import { bodyCode, type CodeGenerator, capitalised, quoted } from './literals';
import type { HttpRequest } from './request';

const file = {
  name: '{{Path.GetFileName(file)}}',
  content: '{{Convert.ToBase64String(await File.ReadAllBytesAsync(file))}}',
};

export const csharp: CodeGenerator = ({ request, tokenRequest, token, file }) => {
  const bearer = tokenRequest
    ? '$"Bearer {token}"'
    : token === undefined
      ? undefined
      : quoted(`Bearer ${token}`);
  const hasBody = request.body !== undefined || tokenRequest !== undefined;
  return [
    ...(hasBody ? ['using System.Text;'] : []),
    ...(tokenRequest ? ['using System.Text.Json;'] : []),
    ...(hasBody ? [''] : []),
    ...(file === undefined ? [] : [`var file = ${quoted(file)};`]),
    'using var client = new HttpClient();',
    '',
    'async Task<string> Send(HttpRequestMessage request)',
    '{',
    '    using var response = await client.SendAsync(request);',
    '    var text = await response.Content.ReadAsStringAsync();',
    '    if (!response.IsSuccessStatusCode) throw new Exception($"{(int)response.StatusCode} {text}");',
    '    return text;',
    '}',
    '',
    ...(tokenRequest
      ? [
          `var login = await ${call(tokenRequest)};`,
          'var token = JsonDocument.Parse(login).RootElement.GetProperty("jwt").GetString();',
          '',
        ]
      : []),
    `Console.WriteLine(await ${call(request, bearer, file !== undefined)});`,
  ].join('\n');
};

function call({ method, url, headers, body }: HttpRequest, bearer?: string, hasFile?: boolean): string {
  const text = bodyCode(body, (value) => value, file);
  const type = headers.find(([name]) => name === 'Content-Type')?.[1] ?? 'text/plain';
  const named = [
    ...(bearer === undefined ? [] : [`{ "Authorization", ${bearer} }`]),
    ...headers
      .filter(([name]) => name !== 'Content-Type')
      .map(([name, value]) => `{ ${quoted(name)}, ${quoted(value)} }`),
  ];
  const properties = [
    ...(named.length > 0 ? [`Headers = { ${named.join(', ')} },`] : []),
    ...(text === undefined
      ? []
      : [`Content = new StringContent(${raw(text, hasFile ? '$$' : '')}, Encoding.UTF8, ${quoted(type)}),`]),
  ];
  const message = `new HttpRequestMessage(HttpMethod.${capitalised(method)}, ${quoted(url)})`;
  return properties.length === 0
    ? `Send(${message})`
    : `Send(${message}\n{\n${properties.map((property) => `    ${property}`).join('\n')}\n})`;
}

/** A raw string literal of C# 11; after `$$`, expressions are in two pairs of braces. */
const raw = (value: string, prefix: string) =>
  [`${prefix}"""`, ...value.split('\n'), '"""'].join('\n        ');
