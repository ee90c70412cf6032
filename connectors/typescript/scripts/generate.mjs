// Writes src/schema.ts, the types of the API, from openapi.json; with --check, fails if the file is not current.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';

// Without the requests of webhooks, which the client does not send: they would make up half of the file.
const { webhooks, ...document } = JSON.parse(
  readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8'),
);
const file = fileURLToPath(new URL('../src/schema.ts', import.meta.url));

/**
 * Without examples, which are in the API reference: they would make up half of the file. A record has all fields unless the
 * parameter `fields` selects some, which the types of the client express.
 */
function prepared(value) {
  if (Array.isArray(value)) return value.map(prepared);
  if (value === null || typeof value !== 'object') return value;
  const selected = 'x-selected-by' in value ? { required: Object.keys(value.properties) } : {};
  const isSchemaMap = (key) => key === 'properties' || key === 'schemas';
  return Object.fromEntries(
    Object.entries({ ...value, ...selected })
      .filter(([key]) => key !== 'example' && key !== 'examples')
      .map(([key, child]) => [
        key,
        isSchemaMap(key)
          ? Object.fromEntries(Object.entries(child).map(([name, schema]) => [name, prepared(schema)]))
          : prepared(child),
      ]),
  );
}

const syntax = await openapiTS(prepared(document), { alphabetize: false, defaultNonNullable: false });
const types = `// Generated from openapi.json by scripts/generate.mjs.\n\n${astToString(syntax)}`;

if (!process.argv.includes('--check')) {
  writeFileSync(file, types);
} else if (readFileSync(file, 'utf8') !== types) {
  console.error(`${file} is not current; run 'make generate'`);
  process.exit(1);
}
