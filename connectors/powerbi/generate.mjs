// Writes the columns of all tables into Folkmoot.pq, and a query for each table into tables/, from openapi.json; with --check,
// fails if a file is not current.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

const { paths, components } = JSON.parse(
  readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8'),
);
const folder = new URL('./', import.meta.url);

const resolved = (schema) =>
  schema.$ref ? components.schemas[schema.$ref.replace('#/components/schemas/', '')] : schema;

const resolvedParameter = (parameter) =>
  parameter.$ref ? components.parameters[parameter.$ref.replace('#/components/parameters/', '')] : parameter;

/** The kind of a column, which Folkmoot.pq converts to a type of Power Query. */
function kindOf(schema) {
  const { type, format } = resolved(schema);
  const [name] = [type ?? 'object'].flat().filter((each) => each !== 'null');
  if (name === 'string') return { 'date-time': 'datetime', date: 'date' }[format] ?? 'text';
  return { integer: 'integer', number: 'number', boolean: 'logical' }[name] ?? 'json';
}

const columnsOf = (schema) =>
  Object.entries(resolved(schema).properties).map(([field, property]) => `${field} = "${kindOf(property)}"`);

/** The lists at `/api/v2/NAME`, with the columns of their records. They can be sorted; changes and exports cannot. */
const lists = Object.entries(paths).flatMap(([path, { get }]) => {
  const name = /^\/api\/v2\/(\w+)$/.exec(path)?.[1];
  const isSorted = get?.parameters?.some((parameter) => resolvedParameter(parameter).name === 'sort');
  if (!name || !isSorted) return [];
  const schema = get.responses['200'].content['application/json'].schema;
  const [records] = Object.values(resolved(schema).properties);
  return [{ name, columns: columnsOf(records.items), hasDeleted: `${path}/deleted` in paths }];
});

function wrapped(words) {
  const lines = [''];
  for (const word of words) {
    const line = lines.at(-1);
    if (line !== '' && line.length + word.length > 100) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines.map((line) => `            ${line}`).join('\n');
}

const tables = [
  ...lists.map(({ name, columns }) => ({ name, columns })),
  { name: 'deleted_items', columns: columnsOf(components.schemas.DeletedItem) },
  { name: 'platform', columns: columnsOf(components.schemas.Platform) },
];
const columns = tables
  .map(({ name, columns }) => {
    const words = columns.map((column, index) => (index < columns.length - 1 ? `${column},` : column));
    return `        ${name} = [\n${wrapped(words)}\n        ]`;
  })
  .join(',\n');

const source = readFileSync(new URL('Folkmoot.pq', folder), 'utf8');
const [begin, end] = [
  '    // Generated from openapi.json by generate.mjs:\n',
  '    // End of the generated part.\n',
];
const before = source.slice(0, source.indexOf(begin) + begin.length);
const after = source.slice(source.indexOf(end));

/** A query for incremental refresh. Rows of join lists disappear without a trace, so these lists are read completely. */
const queryOf = (resource, date) =>
  `Folkmoot("${resource}", [${date} = FolkmootRange(RangeStart, RangeEnd)])\n`;

const files = {
  'Folkmoot.pq': `${before}    Tables = [\n${columns}\n    ],\n${after}`,
  'tables/platform.pq': 'Folkmoot("platform")\n',
  ...Object.fromEntries(
    lists.flatMap(({ name, hasDeleted }) => [
      [`tables/${name}.pq`, hasDeleted ? queryOf(name, 'updated_at') : `Folkmoot("${name}")\n`],
      ...(hasDeleted ? [[`tables/deleted_${name}.pq`, queryOf(`${name}/deleted`, 'deleted_at')]] : []),
    ]),
  ),
};

const present = readdirSync(new URL('tables/', folder)).map((name) => `tables/${name}`);
const obsolete = present.filter((name) => !(name in files));

if (!process.argv.includes('--check')) {
  mkdirSync(new URL('tables/', folder), { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(new URL(name, folder), text);
  for (const name of obsolete) rmSync(new URL(name, folder));
} else {
  const isCurrent = (name) =>
    ['Folkmoot.pq', ...present].includes(name) && readFileSync(new URL(name, folder), 'utf8') === files[name];
  const outdated = [...Object.keys(files).filter((name) => !isCurrent(name)), ...obsolete];
  if (outdated.length > 0) {
    console.error(`connectors/powerbi: ${outdated.join(', ')} not current; run 'make generate'`);
    process.exit(1);
  }
}
