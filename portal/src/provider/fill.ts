import type { Provider } from '../../provider';
import { type Context, contextsOf } from './contexts';
import { type Encoding, encode } from './encodings';
import { splitAtPlaceholders } from './valuePlaceholders';

/** Where a filled file contains a value: offset and length in bytes, the value's key and its encoding. */
export type Position = [offset: number, length: number, key: keyof Provider, encoding: Encoding];

/** The contents of `provider-values.json`, which the server reads to serve the build with other values. */
export interface Manifest {
  /** The values that the build contains. */
  defaults: Provider;
  /** The positions in each file that contains values, by its path. */
  files: Record<string, Position[]>;
}

/**
 * Replaces all placeholders in a file of the build.
 * @throws if a placeholder was changed, or is in a script or another position where no value can be.
 */
export function fill(
  file: string,
  content: string,
  values: Provider,
): { content: string; positions: Position[] } {
  const pieces: string[] = [];
  const positions: Position[] = [];
  let offset = 0;
  const append = (text: string) => {
    pieces.push(text);
    offset += Buffer.byteLength(text);
  };
  for (const context of contextsOf(file, content)) {
    for (const part of splitAtPlaceholders(context.content)) {
      if ('text' in part) {
        append(part.text);
      } else {
        const encoding = encodingOf(part.key, context, file);
        const start = offset;
        append(encode(values[part.key], encoding));
        positions.push([start, offset - start, part.key, encoding]);
      }
    }
  }
  return { content: pieces.join(''), positions };
}

function encodingOf(key: keyof Provider, { encoding, isHtmlText }: Context, file: string): Encoding {
  if (!encoding) {
    throw new Error(`${file} contains the provider value "${key}" in a script or in a file of unknown type.`);
  }
  return key === 'announcement' && isHtmlText ? 'raw' : encoding;
}
