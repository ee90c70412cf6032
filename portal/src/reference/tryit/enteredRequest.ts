import { buildRequest, type HttpRequest, keyOf, type RequestTemplate } from '../samples/request';
import type { SampleValues } from '../samples/sampleProgram';
import type { Entry, UploadFile } from './session';

/** The placeholder of a file's content in the body that the reader edits. */
export const fileMark = ({ name, base64 }: UploadFile) =>
  `<${name}, ${Math.floor((base64.length * 3) / 4).toLocaleString('en')} bytes as Base64>`;

/** The body of a template with a file in it. */
export function bodyWithFile(template: RequestTemplate, body: string, file: UploadFile): string {
  const value = JSON.parse(body);
  const { content, name } = template.body?.file ?? { content: [] };
  setAt(value, content, fileMark(file));
  if (name) setAt(value, name, file.name);
  return JSON.stringify(value, null, 2);
}

/** The request to send: the content of the file replaces its mark. */
export function enteredRequest(
  template: RequestTemplate,
  entry: Entry,
  connection: { server: string; token?: string },
): HttpRequest {
  const { values = new Map(), body, file } = entry;
  const text = file && body?.replace(JSON.stringify(fileMark(file)), () => JSON.stringify(file.base64));
  return buildRequest(template, { ...connection, values: new Map(values), body: text ?? body });
}

/** What samples show instead of their examples; undefined if the reader entered nothing. */
export function enteredValues(
  template: RequestTemplate,
  { values = new Map(), body, file }: Entry,
): Pick<SampleValues, 'values' | 'body' | 'file'> | undefined {
  const entered = [...values].filter(([, value]) => value !== '');
  if (entered.length === 0 && body === undefined) return undefined;
  const required = template.parameters.filter((parameter) => parameter.required);
  const examples = required.map((one): [string, string] => [keyOf(one), one.example ?? '']);
  return {
    ...(entered.length > 0 && { values: new Map([...examples, ...entered]) }),
    ...(body !== undefined && { body }),
    ...(file && body?.includes(JSON.stringify(fileMark(file))) && { file: file.name }),
  };
}

function setAt(value: unknown, path: string[], replacement: string): void {
  const parent = path
    .slice(0, -1)
    .reduce<unknown>((part, key) => (part as Record<string, unknown> | undefined)?.[key], value);
  const key = path.at(-1);
  if (key !== undefined && typeof parent === 'object' && parent !== null) {
    (parent as Record<string, unknown>)[key] = replacement;
  }
}
