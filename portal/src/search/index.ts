import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { LoadContext, Plugin } from '@docusaurus/types';
import { readPages } from '../prerendered/pages';
import { sectionsOf } from './sections';

/** Pages that only show what a post or a page looks like, and the page that repeats the others of the reference. */
const omitted = ['blog/hello-world', 'blog/hola', 'blog/welcome', 'markdown-page', 'api/all'];

/** Writes the search index after the build, and adds the search bar to the theme. */
export default function searchPlugin({ baseUrl }: LoadContext): Plugin {
  return {
    name: 'folkmoot-search',
    getThemePath: () => path.resolve(__dirname, 'theme'),
    async postBuild({ outDir, routesPaths }) {
      const pages = readPages(outDir, routesPaths, baseUrl).filter(({ path: pagePath }) =>
        isSearchable(pagePath.slice(baseUrl.length)),
      );
      writeFileSync(path.join(outDir, 'search.json'), JSON.stringify(sectionsOf(pages, baseUrl)));
    },
  };
}

/** Whether a page has something of its own: it is neither a sample nor a list of other pages of the blog. */
function isSearchable(pagePath: string): boolean {
  return !omitted.includes(pagePath) && !/^blog(?:\/archive|\/tags.*|\/authors.*|\/page.*)?$/.test(pagePath);
}
