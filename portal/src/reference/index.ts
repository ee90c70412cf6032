import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { LoadContext, Plugin } from '@docusaurus/types';
import { normalizeUrl } from '@docusaurus/utils';
import { provider } from '../../provider';
import { type Highlight, highlighterFor } from '../highlighting/highlight';
import { basePath, compile } from './document/compile';
import { readDocument } from './document/read';
import { recordLinks } from './document/records';
import type { Reference } from './model';
import type { MenuGroup } from './page/menuGroups';
import type { RecordLinks, Requests } from './requests';
import { sample } from './samples';
import { highlightingNames, type Language, languages } from './samples/languages';

interface ReferenceOptions {
  /** The path or URL of an OpenAPI document in JSON; the variable `FOLKMOOT_OPENAPI` takes precedence. */
  document?: string;
  /** Pages that the introduction links to. */
  links?: Reference['links'];
}

interface Content {
  reference: Reference;
  records: RecordLinks;
  /** The OpenAPI document, for download. */
  text: string;
  highlight: Highlight;
}

/** Renders every operation of the API's OpenAPI document on one page at `/api`. */
export default function referencePlugin(context: LoadContext, options: ReferenceOptions): Plugin<Content> {
  const source = process.env.FOLKMOOT_OPENAPI ?? options.document ?? '../openapi.json';
  const isUrl = /^https?:/.test(source);
  const file = isUrl ? source : path.resolve(context.siteDir, source);
  return {
    name: 'folkmoot-reference',
    getPathsToWatch: () => (isUrl ? [] : [file]),
    async loadContent() {
      const { text, document } = await readDocument(file);
      const highlight = await highlighterFor(['json', ...Object.values(highlightingNames)]);
      const reference = compile(document, provider.apiUrl, highlight, options.links);
      return { text, highlight, reference, records: recordLinks(document, basePath(document)) };
    },
    async contentLoaded({ content: { reference, records, highlight }, actions: { createData, addRoute } }) {
      await createData('reference.json', JSON.stringify(reference));
      await createData('requests.json', JSON.stringify(requestsOf(reference, records)));
      for (const language of Object.keys(languages) as Language[]) {
        const samples = samplesIn(language, reference, highlight);
        await createData(`samples-${language}.json`, JSON.stringify(samples));
      }
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
          // Browsers reuse the prerendered operations instead of rendering them again.
          '@reference/content': path.join(
            __dirname,
            `content/${isServer ? 'ServerContent' : 'PrerenderedContent'}.tsx`,
          ),
        },
      },
    }),
    async postBuild({ outDir, content: { text } }) {
      await writeFile(path.join(outDir, 'openapi.json'), text);
    },
  };
}

/** The requests of all operations, for the browser. */
function requestsOf({ groups, tokenOperation }: Reference, records: RecordLinks): Requests {
  const operations = groups.flatMap((group) => group.operations);
  return {
    operations: Object.fromEntries(
      operations.map(({ id, title, request }) => [id, { title, template: request }]),
    ),
    ...(tokenOperation && { tokenOperation }),
    records,
  };
}

/** The highlighted samples of all operations in one language, by the operations' ids. */
function samplesIn(language: Language, { groups, server, tokenOperation }: Reference, highlight: Highlight) {
  const operations = groups.flatMap((group) => group.operations);
  const tokenRequest = operations.find(({ id }) => id === tokenOperation)?.request;
  return Object.fromEntries(
    operations.map(({ id, request }) => [
      id,
      highlight(sample(language, request, { server, tokenRequest }), highlightingNames[language]),
    ]),
  );
}

/** The entries of the menu. */
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
