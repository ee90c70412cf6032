import { readFile } from 'node:fs/promises';
import { Validator } from '@seriousme/openapi-schema-validator';
import { defaults, provider } from '../../../provider';
import type { OpenApiDocument } from './openapi';

const maxErrorsShown = 10;

/**
 * Reads and validates the OpenAPI document at a path or an `http(s)` URL.
 * @throws if it cannot be read or is not a valid OpenAPI document; the message says where and why.
 */
export async function readDocument(source: string): Promise<{ text: string; document: OpenApiDocument }> {
  const text = withProvider(await textOf(source));
  let document: OpenApiDocument;
  try {
    document = JSON.parse(text);
  } catch (error) {
    throw new Error(`The OpenAPI document at ${source} is not JSON: ${messageOf(error)}`);
  }
  // The validator modifies its argument.
  const { valid, errors = [] } = await new Validator().validate(JSON.parse(text));
  if (!valid) throw new Error(`The OpenAPI document at ${source} is not valid:\n${listed(errors)}`);
  return { text, document };
}

/** The origin of the server in the examples of the committed document. */
const exampleOrigin = 'https://participate.example.org';

/** The document of the provider: the committed one has the default provider and product, and example URLs of the server. */
function withProvider(text: string): string {
  return text
    .replace(`"name": "${defaults.name}"`, `"name": "${provider.name}"`)
    .replaceAll(defaults.companyUrl, provider.companyUrl)
    .replaceAll(defaults.product, provider.product)
    .replaceAll(`${exampleOrigin}/guides/`, `${provider.portalUrl}/guides/`)
    .replaceAll(`${exampleOrigin}/files/`, `${provider.apiUrl}/files/`);
}

async function textOf(source: string): Promise<string> {
  try {
    if (!/^https?:/.test(source)) return await readFile(source, 'utf8');
    const response = await fetch(source);
    if (!response.ok) throw new Error(`the response was ${response.status}`);
    return await response.text();
  } catch (error) {
    throw new Error(
      `Cannot read an OpenAPI document from ${source}: ${messageOf(error)}. Set FOLKMOOT_OPENAPI to its path or URL.`,
    );
  }
}

function listed(errors: string | { instancePath?: string; message?: string }[]): string {
  if (typeof errors === 'string') return `  ${errors}`;
  const lines = [
    ...new Set(errors.map(({ instancePath, message }) => `  ${instancePath || '/'} ${message}`)),
  ];
  const hidden = lines.length - maxErrorsShown;
  return [...lines.slice(0, maxErrorsShown), ...(hidden > 0 ? [`  and ${hidden} more`] : [])].join('\n');
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
