import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Provider } from '../../provider';
import { encode } from '../../src/provider/encodings';
import type { Manifest, Position } from '../../src/provider/fill';

/** The positions of provider values in a build. */
export const readManifest = (build: string): Manifest =>
  JSON.parse(readFileSync(path.join(build, 'provider-values.json'), 'utf8'));

/** Copies a build and replaces the provider values in it, as the server does. */
export function renderAs(build: string, directory: string, values: Provider): void {
  cpSync(build, directory, { recursive: true, filter: (file) => !/\.(?:br|gz)$/.test(file) });
  for (const [file, positions] of Object.entries(readManifest(build).files)) {
    const content = readFileSync(path.join(build, file));
    writeFileSync(path.join(directory, file), spliced(content, positions, values));
  }
}

function spliced(content: Buffer, positions: Position[], values: Provider): Buffer {
  const pieces: Buffer[] = [];
  let end = 0;
  for (const [offset, length, key, encoding] of positions) {
    pieces.push(content.subarray(end, offset), Buffer.from(encode(values[key], encoding)));
    end = offset + length;
  }
  return Buffer.concat([...pieces, content.subarray(end)]);
}
