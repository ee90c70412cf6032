import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { LoadContext, Plugin } from '@docusaurus/types';
import { normalizeUrl } from '@docusaurus/utils';
import { provider } from '../../provider';
import { compile } from './document/compile';
import { readDocument } from './document/read';
import type { Reference } from './model';
import type { MenuGroup } from './page/menuGroups';

interface ReferenceOptions {
  /** A path or an address of an OpenAPI document in JSON; `FOLKMOOT_OPENAPI` stands above it. */
  document?: string;
  /** Pages that the introduction leads to. */
  links?: Reference['links'];
}

interface Content {
  reference: Reference;
  /** The document itself, for readers to take with them. */
  text: string;
}

/** Puts every operation of the API's OpenAPI document on one page at `/api`. */
export default function referencePlugin(context: LoadContext, options: ReferenceOptions): Plugin<Content> {
  const source = process.env.FOLKMOOT_OPENAPI ?? options.document ?? '../openapi.json';
  const isAddress = /^https?:/.test(source);
  const document = isAddress ? source : path.resolve(context.siteDir, source);
  return {
    name: 'folkmoot-reference',
    getPathsToWatch: () => (isAddress ? [] : [document]),
    async loadContent() {
      const read = await readDocument(document);
      return { text: read.text, reference: compile(read.document, provider.apiAddress, options.links) };
    },
    async contentLoaded({ content: { reference }, actions: { createData, addRoute } }) {
      await createData('reference.json', JSON.stringify(reference));
      const menu = await createData('menu.json', JSON.stringify(menuOf(reference)));
      addRoute({
        path: normalizeUrl([context.baseUrl, 'api']),
        component: path.join(__dirname, 'page/ReferencePage.tsx'),
        exact: true,
        modules: { menu },
      });
    },
    configureWebpack: (_, isServer) => ({
      resolve: {
        alias: {
          // Browsers keep the prerendered operations as they are instead of building them again.
          '@reference/content': path.join(
            __dirname,
            `content/${isServer ? 'ServedContent' : 'PrerenderedContent'}.tsx`,
          ),
        },
      },
    }),
    async postBuild({ outDir, content: { text } }) {
      await writeFile(path.join(outDir, 'openapi.json'), text);
    },
  };
}

/** What the menu shows. */
function menuOf({ groups }: Reference): MenuGroup[] {
  return groups.map(({ id, title, objects, operations }) => ({
    id,
    title,
    entries: [
      ...objects.map((object) => ({ id: object.id, title: `The ${object.title} object` })),
      ...operations.map((operation) => ({
        id: operation.id,
        title: operation.title,
        method: operation.method,
        path: operation.path,
        ...(operation.deprecated && { deprecated: true }),
      })),
    ],
  }));
}
