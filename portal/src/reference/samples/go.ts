import { bodyText, type CodeGenerator, quoted } from './literals';

/** A raw string; backquotes inside it are concatenated. */
const raw = (value: string) => `\`${value.replace(/`/g, '` + "`" + `')}\``;

export const go: CodeGenerator = (request) => {
  const { method, url, headers } = request;
  const body = bodyText(request);
  const imports = ['fmt', 'io', 'log', 'net/http', ...(body === undefined ? [] : ['strings'])];
  return [
    'package main',
    '',
    'import (',
    ...imports.map((name) => `\t"${name}"`),
    ')',
    '',
    'func main() {',
    ...(body === undefined ? [] : [`\tbody := strings.NewReader(${raw(body)})`]),
    `\trequest, err := http.NewRequest("${method}", ${quoted(url)}, ${body === undefined ? 'nil' : 'body'})`,
    '\tif err != nil {',
    '\t\tlog.Fatal(err)',
    '\t}',
    ...headers.map(([name, value]) => `\trequest.Header.Set(${quoted(name)}, ${quoted(value)})`),
    '\tresponse, err := http.DefaultClient.Do(request)',
    '\tif err != nil {',
    '\t\tlog.Fatal(err)',
    '\t}',
    '\tdefer response.Body.Close()',
    '\tresponseBody, err := io.ReadAll(response.Body)',
    '\tif err != nil {',
    '\t\tlog.Fatal(err)',
    '\t}',
    '\tfmt.Println(response.Status, string(responseBody))',
    '}',
  ].join('\n');
};
