import { copyFileSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { LoadContext, Plugin } from '@docusaurus/types';
import { version } from '../../package.json';

/** The packages of `connectors/`, which `make packages` builds. */
const source = path.resolve(__dirname, '../../../dist');
const hashes = 'SHA256SUMS';

/** Copies the packages of clients and connectors, and their hashes, to `/clients/`, where guides install them from. */
export default function packagesPlugin(_context: LoadContext): Plugin {
  return {
    name: 'folkmoot-packages',
    async postBuild({ outDir }) {
      const files = existsSync(source)
        ? readdirSync(source).filter((file) => file.startsWith('folkmoot'))
        : [];
      const older = files.find((file) => !file.includes(`-${version}`));
      if (files.length === 0 || older) {
        const found = older ? `contains ${older}` : 'contains no packages';
        throw new Error(
          `${source} ${found}, but the portal serves those of version ${version}; run 'make packages'.`,
        );
      }
      const target = path.join(outDir, 'clients');
      mkdirSync(target, { recursive: true });
      for (const file of [...files, hashes]) copyFileSync(path.join(source, file), path.join(target, file));
    },
  };
}
