import { existsSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { portal } from './build';

/** Makes the packages that `make packages` built available as `dist` in a directory, as in the guides. */
export function linkPackages(directory: string): void {
  const dist = path.join(portal, '../dist');
  if (!existsSync(dist)) throw new Error(`${dist} is missing; run 'make packages'`);
  symlinkSync(dist, path.join(directory, 'dist'));
}
