import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { LoadContext, Plugin } from '@docusaurus/types';
import { normalizeUrl } from '@docusaurus/utils';
import { provider } from '../../provider';
import { readDocument } from '../reference/document/read';
import { atomFeed } from './feed';
import { type Release, readReleases } from './releases';

/** Shows the changes of the API in each release at `/api/changes`, and as a feed, from the committed OpenAPI documents. */
export default function changesPlugin({ siteDir, siteConfig, baseUrl }: LoadContext): Plugin<Release[]> {
  const document = process.env.FOLKMOOT_OPENAPI ?? path.resolve(siteDir, '../openapi.json');
  const releases = path.resolve(siteDir, '../openapi');
  const url = siteConfig.url + normalizeUrl([baseUrl, 'api/changes']);
  return {
    name: 'folkmoot-changes',
    getPathsToWatch: () => [`${releases}/*.json`],
    async loadContent() {
      return readReleases(releases, (await readDocument(document)).document);
    },
    async contentLoaded({ content, actions: { createData, addRoute } }) {
      addRoute({
        path: normalizeUrl([baseUrl, 'api/changes']),
        component: path.join(__dirname, 'page/ChangesPage.tsx'),
        exact: true,
        modules: { releases: await createData('releases.json', JSON.stringify(content)) },
      });
    },
    async postBuild({ outDir, content }) {
      const title = `${provider.product} API changes`;
      const feed = atomFeed(content, { title, author: provider.name, page: url, self: `${url}.atom` });
      await mkdir(path.join(outDir, 'api'), { recursive: true });
      await writeFile(path.join(outDir, 'api/changes.atom'), feed);
    },
  };
}
