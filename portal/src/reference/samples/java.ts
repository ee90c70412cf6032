import { bodyCode, type CodeGenerator, quoted } from './literals';
import type { HttpRequest } from './request';

/** The format specifiers that `formatted` replaces. */
const specifiers = { name: '%1$s', content: '%2$s' };

const fileValues = [
  'file.getFileName()',
  'Base64.getEncoder().encodeToString(Files.readAllBytes(file))',
].join(',\n        ');

export const java: CodeGenerator = ({ request, tokenRequest, token, file }) => {
  const bearer = tokenRequest
    ? '"Bearer " + token'
    : token === undefined
      ? undefined
      : quoted(`Bearer ${token}`);
  return [
    'import java.net.URI;',
    'import java.net.http.*;',
    ...(file === undefined ? [] : ['import java.nio.file.*;', 'import java.util.Base64;']),
    '',
    'class Main {',
    '  static String send(HttpRequest.Builder request) throws Exception {',
    '    var response = HttpClient.newHttpClient()',
    '      .send(request.build(), HttpResponse.BodyHandlers.ofString());',
    '    if (response.statusCode() >= 400) {',
    '      throw new RuntimeException(response.statusCode() + " " + response.body());',
    '    }',
    '    return response.body();',
    '  }',
    '',
    '  public static void main(String[] arguments) throws Exception {',
    ...(file === undefined ? [] : [`    var file = Path.of(${quoted(file)});`]),
    ...(tokenRequest
      ? [
          `    var login = send(${build(tokenRequest)});`,
          '    var token = login.replaceAll(".*\\"jwt\\":\\"([^\\"]*)\\".*", "$1");',
        ]
      : []),
    `    System.out.println(send(${build(request, bearer, file !== undefined)}));`,
    '  }',
    '}',
  ].join('\n');
};

function build({ method, url, headers, body }: HttpRequest, bearer?: string, hasFile?: boolean): string {
  const textOf = (value: string) => (hasFile ? escaped(value).replace(/%/g, '%%') : escaped(value));
  const text = bodyCode(body, textOf, specifiers);
  const formatted = hasFile ? `.formatted(\n        ${fileValues})` : '';
  const publisher =
    text === undefined
      ? 'HttpRequest.BodyPublishers.noBody()'
      : `HttpRequest.BodyPublishers.ofString(${textBlock(text)}${formatted})`;
  return [
    `HttpRequest.newBuilder(URI.create(${quoted(url)}))`,
    ...(bearer === undefined ? [] : [`.header("Authorization", ${bearer})`]),
    ...headers.map(([name, value]) => `.header(${quoted(name)}, ${quoted(value)})`),
    `.method("${method}", ${publisher})`,
  ].join('\n      ');
}

const escaped = (value: string) => value.replace(/\\/g, '\\\\').replace(/"""/g, '\\"""');

/** A text block, in which the lines of a body stay readable. */
const textBlock = (text: string) => `${['"""', ...text.split('\n')].join('\n        ')}"""`;
