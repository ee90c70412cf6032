import { bodyText, type CodeGenerator, quoted } from './literals';

/** A text block, in which the lines of a body stay readable. */
const textBlock = (value: string) => {
  const lines = value.replace(/\\/g, '\\\\').replace(/"""/g, '\\"""').split('\n');
  return `${['"""', ...lines].join('\n        ')}"""`;
};

export const java: CodeGenerator = (request) => {
  const { method, url, headers } = request;
  const body = bodyText(request);
  const publisher =
    body === undefined
      ? 'HttpRequest.BodyPublishers.noBody()'
      : `HttpRequest.BodyPublishers.ofString(${textBlock(body)})`;
  return [
    'import java.net.URI;',
    'import java.net.http.*;',
    '',
    'class Main {',
    '  public static void main(String[] arguments) throws Exception {',
    `    var request = HttpRequest.newBuilder(URI.create(${quoted(url)}))`,
    ...headers.map(([name, value]) => `      .header(${quoted(name)}, ${quoted(value)})`),
    `      .method("${method}", ${publisher})`,
    '      .build();',
    '    var response = HttpClient.newHttpClient()',
    '      .send(request, HttpResponse.BodyHandlers.ofString());',
    '    System.out.println(response.statusCode() + " " + response.body());',
    '  }',
    '}',
  ].join('\n');
};
