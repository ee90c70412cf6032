import path from 'node:path';
import type { LoadContext, Plugin } from '@docusaurus/types';
import { normalizeUrl } from '@docusaurus/utils';
import { provider } from '../../provider';
import { type Highlight, highlighterFor } from '../highlighting/highlight';
import { basePath, compile } from './document/compile';
import { expanded } from './document/expand';
import { menuOf, withoutErrorExamples } from './document/menu';
import type { OpenApiDocument } from './document/openapi';
import { readDocument } from './document/read';
import { recordLinks } from './document/records';
import { writeDownloads } from './downloads';
import type { Operation, Reference } from './model';
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
  document: OpenApiDocument;
  highlight: Highlight;
}

/** Renders the API's OpenAPI document: every operation on one page at `/api`, and each on a page of its own. */
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
      return {
        text,
        document,
        highlight,
        reference: compile(document, provider.apiUrl, highlight, options.links),
        records: recordLinks(document, basePath(document)),
      };
    },
    async contentLoaded({ content: { reference, records, highlight }, actions: { createData, addRoute } }) {
      await createData('reference.json', JSON.stringify(withoutErrorExamples(reference)));
      await createData('requests.json', JSON.stringify(requestsOf(reference, records)));
      const pages = pagesOf(reference);
      await createData('pages.json', JSON.stringify(pages));
      for (const [id, operation] of Object.entries(pages)) {
        await createData(`operation-${id}.json`, JSON.stringify(operation));
      }
      for (const language of Object.keys(languages) as Language[]) {
        const samples = samplesIn(language, reference, highlight);
        await createData(`samples-${language}.json`, JSON.stringify(samples));
      }
      const menu = await createData('menu.json', JSON.stringify(menuOf(reference)));
      const route = (page: string, component: string) =>
        addRoute({
          path: normalizeUrl([context.baseUrl, 'api', page]),
          component: path.join(__dirname, component),
          exact: true,
          modules: { menu },
        });
      route('', 'page/ReferencePage.tsx');
      for (const { page } of Object.values(pages)) route(page, 'page/OperationPage.tsx');
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
    async postBuild({ outDir, content }) {
      await writeDownloads(outDir, content);
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

/** All operations as their own pages show them, by their ids. */
function pagesOf({ groups }: Reference): Record<string, Operation> {
  const operations = groups.flatMap((group) => group.operations);
  const objects = new Map(groups.flatMap((group) => group.objects).map((object) => [object.id, object]));
  return Object.fromEntries(operations.map((operation) => [operation.id, expanded(operation, objects)]));
}
