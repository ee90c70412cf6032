// Replaces the placeholders of provider values in a build with the default values, and lists their positions in
// `provider-values.json`, from which the server fills in the values of another provider.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import jiti from 'jiti';

const load = jiti(import.meta.filename);
const { defaults } = load('../provider.ts');
const { fillArchive } = load('../src/provider/archive.ts');
const { fill } = load('../src/provider/fill.ts');
const { hasPlaceholder } = load('../src/provider/valuePlaceholders.ts');

const fillText = (name, path) => {
  const content = readFileSync(path, 'utf8');
  return hasPlaceholder(content) ? fill(name, content, defaults) : undefined;
};

const directory = process.argv[2] ?? 'build';
const files = {};
for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
  const path = join(entry.parentPath, entry.name);
  if (!entry.isFile() || /\.(?:png|woff2?)$/.test(entry.name)) continue;
  const name = relative(directory, path).replaceAll(sep, '/');
  const filled = name.endsWith('.zip') ? fillArchive(readFileSync(path), defaults) : fillText(name, path);
  if (!filled) continue;
  if (name.startsWith('assets/')) throw new Error(`${name} contains a provider value; only pages may.`);
  writeFileSync(path, filled.content);
  files[name] = filled.positions;
}
writeFileSync(join(directory, 'provider-values.json'), JSON.stringify({ defaults, files }));
