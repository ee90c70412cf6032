import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { LoadContext, Plugin } from '@docusaurus/types';
import { readPages } from '../prerendered/pages';
import { sectionsOf } from './sections';

/** Writes what the search looks through, once the pages stand on disk, and brings its box. */
export default function searchPlugin({ baseUrl }: LoadContext): Plugin {
  return {
    name: 'folkmoot-search',
    getThemePath: () => path.resolve(__dirname, 'theme'),
    async postBuild({ outDir, routesPaths }) {
      const pages = readPages(outDir, routesPaths, baseUrl).filter(
        ({ address }) => !isList(address, baseUrl),
      );
      writeFileSync(path.join(outDir, 'search.json'), JSON.stringify(pages.flatMap(sectionsOf)));
    },
  };
}

/** Pages that only repeat what others say: the blog's lists. */
function isList(address: string, baseUrl: string): boolean {
  return /^blog(?:\/archive|\/tags.*|\/page.*)?$/.test(address.slice(baseUrl.length));
}
