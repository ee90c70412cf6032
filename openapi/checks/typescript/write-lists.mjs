// Writes generated/lists.ts: the key of the records of every list. The compiler then fails unless the types of
// openapi-typescript have exactly these lists with these keys.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';

const document = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const resolve = ({ $ref, ...schema }) =>
  $ref ? document.components.schemas[$ref.replace('#/components/schemas/', '')] : schema;
const lists = Object.entries(document.paths).flatMap(([path, { get }]) => {
  const schema = get?.responses['200'].content['application/json'].schema;
  const { meta, ...keys } = schema ? resolve(schema).properties : {};
  return meta ? [[path, Object.keys(keys)[0]]] : [];
});
const text = `import type { ListPath, RecordKey } from '../read-lists.js';

export const lists = ${JSON.stringify(Object.fromEntries(lists), null, 2)} as const satisfies {
  [P in ListPath]: RecordKey<P>;
};
`;
mkdirSync(new URL('generated', import.meta.url), { recursive: true });
writeFileSync(new URL('generated/lists.ts', import.meta.url), text);
