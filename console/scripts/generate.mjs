// Writes src/api/types.ts, the types of the admin API, from openapi-admin.json; with --check, fails if the file is not current.
// openapi-typescript requires TypeScript 5, so it is installed in connectors/typescript.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import openapiTS, {
  astToString,
} from '../../connectors/typescript/node_modules/openapi-typescript/dist/index.mjs';

const document = JSON.parse(readFileSync(new URL('../../openapi-admin.json', import.meta.url), 'utf8'));
const file = fileURLToPath(new URL('../src/api/types.ts', import.meta.url));

/** The schemas only: the parameters and errors of all operations would be five times as long. */
const schemas = await openapiTS(
  { ...document, paths: {} },
  { rootTypes: true, rootTypesNoSchemaPrefix: true, defaultNonNullable: false },
);

/** The response of each operation that returns an object of the schemas. */
const responses = Object.values(document.paths)
  .flatMap(Object.values)
  .flatMap(({ operationId, responses }) => {
    const [success] = Object.values(responses);
    const schema = success.content?.['application/json']?.schema.$ref;
    return schema ? [`    ${operationId}: ${schema.split('/').at(-1)};\n`] : [];
  });

const types = `// Generated from openapi-admin.json by scripts/generate.mjs.

${astToString(schemas)}
/** Responses by operation. */
export interface Responses {
${responses.join('')}}
`;

if (!process.argv.includes('--check')) {
  writeFileSync(file, types);
} else if (readFileSync(file, 'utf8') !== types) {
  console.error(`${file} is not current; run 'make generate'`);
  process.exit(1);
}
