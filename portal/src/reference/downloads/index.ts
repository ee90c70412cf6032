import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { stringify } from 'yaml';
import type { OpenApiDocument } from '../document/openapi';
import type { Reference } from '../model';
import { brunoArchive } from './bruno';
import { openApi30 } from './openapi30';
import { postmanCollection } from './postman';

/** Double quotes, because the server replaces provider values in the file and escapes them as in JSON. */
const yamlOptions = {
  aliasDuplicateObjects: false,
  defaultStringType: 'QUOTE_DOUBLE',
  defaultKeyType: 'PLAIN',
  lineWidth: 0,
} as const;

/** Writes the OpenAPI document in all its forms, and collections of requests for API clients. */
export async function writeDownloads(
  directory: string,
  { text, document, reference }: { text: string; document: OpenApiDocument; reference: Reference },
): Promise<void> {
  const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
  const files: Record<string, string | Uint8Array> = {
    'openapi.json': text,
    'openapi.yaml': stringify(document, yamlOptions),
    'openapi-3.0.json': json(openApi30(document)),
    'postman.json': json(postmanCollection(reference)),
    'bruno.zip': brunoArchive(reference),
  };
  for (const [name, content] of Object.entries(files)) await writeFile(path.join(directory, name), content);
}
