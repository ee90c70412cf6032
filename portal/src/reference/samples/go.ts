import { bodyCode, type CodeGenerator, quoted } from './literals';
import type { HttpRequest } from './request';

/** The content of a raw string; backquotes are concatenated. */
const raw = (value: string) => value.replace(/`/g, '` + "`" + `');

const file = {
  name: '` + filepath.Base(file) + `',
  content: '` + base64.StdEncoding.EncodeToString(content) + `',
};

export const go: CodeGenerator = ({ request, tokenRequest, token, file }) => {
  const bearer = tokenRequest
    ? '"Bearer " + login.JWT'
    : token === undefined
      ? undefined
      : quoted(`Bearer ${token}`);
  const imports = [
    ...(file === undefined ? [] : ['encoding/base64']),
    ...(tokenRequest ? ['encoding/json'] : []),
    ...['fmt', 'io', 'log', 'net/http'],
    ...(file === undefined ? [] : ['os', 'path/filepath']),
    'strings',
  ];
  return [
    'package main',
    '',
    'import (',
    ...imports.map((name) => `\t"${name}"`),
    ')',
    '',
    ...(file === undefined ? [] : [`const file = ${quoted(file)}`, '']),
    ...send,
    '',
    'func main() {',
    ...(file === undefined ? [] : ['\tcontent, err := os.ReadFile(file)', ...failure('\t')]),
    ...(tokenRequest
      ? [
          '\tvar login struct{ JWT string }',
          `\tif err := json.Unmarshal(${call(tokenRequest)}, &login); err != nil {`,
          '\t\tlog.Fatal(err)',
          '\t}',
        ]
      : []),
    `\tfmt.Println(string(${call(request, bearer)}))`,
    '}',
  ].join('\n');
};

const failure = (indent: string) => [`${indent}if err != nil {`, `${indent}\tlog.Fatal(err)`, `${indent}}`];

/** The function that sends a request and returns the body of the response. */
const send = [
  'func send(method, url string, headers map[string]string, body string) []byte {',
  '\trequest, err := http.NewRequest(method, url, strings.NewReader(body))',
  ...failure('\t'),
  '\tfor name, value := range headers {',
  '\t\trequest.Header.Set(name, value)',
  '\t}',
  '\tresponse, err := http.DefaultClient.Do(request)',
  ...failure('\t'),
  '\tdefer response.Body.Close()',
  '\ttext, err := io.ReadAll(response.Body)',
  ...failure('\t'),
  '\tif response.StatusCode >= 400 {',
  '\t\tlog.Fatal(response.Status, " ", string(text))',
  '\t}',
  '\treturn text',
  '}',
];

function call({ method, url, headers, body }: HttpRequest, bearer?: string): string {
  const named = [
    ...(bearer === undefined ? [] : [`"Authorization": ${bearer}`]),
    ...headers.map(([name, value]) => `${quoted(name)}: ${quoted(value)}`),
  ];
  const text = bodyCode(body, raw, file);
  const values = [
    `"${method}", ${quoted(url)}`,
    `map[string]string{${named.join(', ')}}`,
    text === undefined ? '""' : `\`${text}\``,
  ];
  return `send(\n\t\t${values.join(',\n\t\t')},\n\t)`;
}
