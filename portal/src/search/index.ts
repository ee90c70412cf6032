import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { LoadContext, Plugin } from '@docusaurus/types';
import { readPages } from '../prerendered/pages';
import { sectionsOf } from './sections';

/** Writes the search index after the build, and adds the search bar to the theme. */
export default function searchPlugin({ baseUrl }: LoadContext): Plugin {
  return {
    name: 'folkmoot-search',
    getThemePath: () => path.resolve(__dirname, 'theme'),
    async postBuild({ outDir, routesPaths }) {
      const pages = readPages(outDir, routesPaths, baseUrl).filter(
        ({ path: pagePath }) => !isList(pagePath, baseUrl),
      );
      writeFileSync(path.join(outDir, 'search.json'), JSON.stringify(pages.flatMap(sectionsOf)));
    },
  };
}

/** Whether a page only repeats other pages: a list of posts, or an operation, which the single page of the reference contains. */
function isList(pagePath: string, baseUrl: string): boolean {
  return /^(?:blog(?:\/archive|\/tags.*|\/page.*)?|api\/(?!changes$).+)$/.test(
    pagePath.slice(baseUrl.length),
  );
}
