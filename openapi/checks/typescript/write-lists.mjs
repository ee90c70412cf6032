// Writes generated/lists.ts: the key of the records of every list. The compiler then fails unless the types of
// openapi-typescript have exactly these lists with these keys.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';

const document = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const resolve = ({ $ref, ...part }) =>
  $ref ? $ref.split('/').slice(1).reduce((parent, key) => parent[key], document) : part;
const lists = Object.entries(document.paths).flatMap(([path, { get }]) => {
  if (!get?.parameters?.some((parameter) => resolve(parameter).name === 'cursor')) return [];
  const { meta, ...keys } = resolve(get.responses['200'].content['application/json'].schema).properties;
  return [[path, Object.keys(keys)[0]]];
});
const text = `import type { ListPath, RecordKey } from '../read-lists.js';

export const lists = ${JSON.stringify(Object.fromEntries(lists), null, 2)} as const satisfies {
  [P in ListPath]: RecordKey<P>;
};
`;
mkdirSync(new URL('generated', import.meta.url), { recursive: true });
writeFileSync(new URL('generated/lists.ts', import.meta.url), text);
