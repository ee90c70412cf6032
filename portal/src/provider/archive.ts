import { strFromU8, strToU8, unzipSync, type Zippable, zipSync } from 'fflate';
import type { Provider } from '../../provider';
import { fill, type Position } from './fill';
import { hasPlaceholder } from './valuePlaceholders';

/** The same content makes the same archive, on every day; the format has no earlier time. */
const time = '1980-01-01T12:00:00';
/** The length of the header of a file, without its name. */
const headerLength = 30;

/** An archive of texts. They are not compressed, so that provider values can be found in it. */
export function archiveOf(texts: [path: string, text: string][]): Uint8Array {
  const entries: Zippable = {};
  for (const [path, text] of texts) entries[path] = strToU8(text);
  return zipSync(entries, { mtime: time, level: 0 });
}

/** Replaces all placeholders in the texts of an archive, like `fill`. The server packs it again with other values. */
export function fillArchive(
  archive: Uint8Array,
  values: Provider,
): { content: Uint8Array; positions: Position[] } | undefined {
  const texts = Object.entries(unzipSync(archive)).map(([path, bytes]) => [path, strFromU8(bytes)] as const);
  if (!texts.some(([, text]) => hasPlaceholder(text))) return undefined;
  const filled = texts.map(([path, text]) => ({ path, ...fill(path, text, values) }));
  const positions: Position[] = [];
  let offset = 0;
  for (const text of filled) {
    offset += headerLength + Buffer.byteLength(text.path);
    const start = offset;
    positions.push(...text.positions.map(([at, ...position]): Position => [start + at, ...position]));
    offset += Buffer.byteLength(text.content);
  }
  return { content: archiveOf(filled.map(({ path, content }) => [path, content])), positions };
}
