import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export const buildFolder = path.join(import.meta.dirname, '../../build');

const mediaTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
};

export interface BuiltFile {
  content: Buffer;
  brotli?: Buffer;
  mediaType: string;
}

/** The files of the built console, by their paths below `/admin/`. */
export function readBuild(): Map<string, BuiltFile> {
  const files = new Map<string, BuiltFile>();
  for (const entry of readdirSync(buildFolder, { recursive: true, withFileTypes: true })) {
    const extension = path.extname(entry.name);
    const file = path.join(entry.parentPath, entry.name);
    const mediaType = mediaTypes[extension];
    if (!entry.isFile() || !mediaType) continue;
    files.set(path.relative(buildFolder, file), {
      content: readFileSync(file),
      ...(existsSync(`${file}.br`) ? { brotli: readFileSync(`${file}.br`) } : {}),
      mediaType,
    });
  }
  return files;
}
