import path from 'node:path';
import type { LoadContext, Plugin } from '@docusaurus/types';
import { normalizeUrl } from '@docusaurus/utils';
import type { Guide } from '../../guideMap';
import { provider } from '../../provider';
import { type Highlight, highlighterFor } from '../highlighting/highlight';
import { basePath, compile } from './document/compile';
import { expanded } from './document/expand';
import { withGuides } from './document/guides';
import { menuOf, withoutErrorExamples } from './document/menu';
import type { OpenApiDocument } from './document/openapi';
import { overviewOf, type TaskOption } from './document/overview';
import { readDocument } from './document/read';
import { recordLinks } from './document/records';
import { requestsOf } from './document/requests';
import { writeDownloads } from './downloads';
import type { ObjectDescription, Operation, Reference } from './model';
import type { RecordLinks } from './requests';
import { sample, tokenSample } from './samples';
import { highlightingNames, type Language, languages } from './samples/languages';

interface ReferenceOptions {
  /** The path or URL of an OpenAPI document in JSON; the variable `FOLKMOOT_OPENAPI` takes precedence. */
  document?: string;
  /** Pages that the overview links to. */
  links?: Reference['links'];
  /** The guides about operations and parameters. */
  guides?: Guide[];
  /** What readers do most; the overview leads to the operations. */
  tasks?: TaskOption[];
}

interface Content {
  reference: Reference;
  records: RecordLinks;
  /** The OpenAPI document, for download. */
  text: string;
  document: OpenApiDocument;
  highlight: Highlight;
}

/**
 * Renders the API's OpenAPI document: an overview at `/api`, each operation and object on a page of its own, webhooks at
 * `/api/webhooks`, and all of them on one page at `/api/all`.
 */
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
        reference: withGuides(
          compile(document, provider.apiUrl, highlight, options.links),
          options.guides ?? [],
        ),
        records: recordLinks(document, basePath(document)),
      };
    },
    async contentLoaded({ content: { reference, records, highlight }, actions: { createData, addRoute } }) {
      await createData('reference.json', JSON.stringify(withoutErrorExamples(reference)));
      await createData('requests.json', JSON.stringify(requestsOf(reference, records)));
      await createData('page-paths.json', JSON.stringify(pagePaths(reference)));
      await createData('overview.json', JSON.stringify(overviewOf(reference, options.tasks)));
      const pages = pagesOf(reference, highlight);
      await createData('pages.json', JSON.stringify(pages));
      for (const [id, operation] of Object.entries(pages)) {
        await createData(`operation-${id}.json`, JSON.stringify(operation));
      }
      const objects = objectsOf(reference);
      await createData('objects.json', JSON.stringify(objects));
      for (const [id, object] of Object.entries(objects)) {
        await createData(`object-${id}.json`, JSON.stringify(object));
      }
      for (const language of Object.keys(languages) as Language[]) {
        const samples = samplesIn(language, reference, highlight);
        await createData(`samples-${language}.json`, JSON.stringify(samples));
      }
      const webhooks = reference.groups.flatMap((group) => group.webhooks ?? []);
      await createData('webhooks.json', JSON.stringify(webhooks[0] ?? null));
      const menu = await createData('menu.json', JSON.stringify(menuOf(reference)));
      const route = (page: string, component: string) =>
        addRoute({
          path: normalizeUrl([context.baseUrl, 'api', page]),
          component: path.join(__dirname, component),
          exact: true,
          modules: { menu },
        });
      route('', 'page/OverviewPage.tsx');
      route('all', 'page/AllPage.tsx');
      for (const { page } of Object.values(pages)) route(page, 'page/OperationPage.tsx');
      for (const { page } of Object.values(objects)) route(page, 'page/ObjectPage.tsx');
      for (const { page } of webhooks) route(page, 'page/WebhooksPage.tsx');
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
function pagesOf(
  { groups, server, tokenOperation }: Reference,
  highlight: Highlight,
): Record<string, Operation> {
  const operations = groups.flatMap((group) => group.operations);
  const objects = new Map(Object.entries(objectsOf({ groups })));
  const token = operations.find(({ id }) => id === tokenOperation)?.request;
  const tokenHtml = token && highlight(tokenSample(token, server), highlightingNames.curl);
  return Object.fromEntries(
    operations.map((operation) => [
      operation.id,
      { ...expanded(operation, objects), ...(operation.request.token && { tokenHtml }) },
    ]),
  );
}

/** All objects by their ids. */
function objectsOf({ groups }: Pick<Reference, 'groups'>): Record<string, ObjectDescription> {
  return Object.fromEntries(groups.flatMap(({ objects }) => objects).map((object) => [object.id, object]));
}

/** The paths of the pages of all operations, by method and path. */
const pagePaths = ({ groups }: Reference) =>
  Object.fromEntries(
    groups
      .flatMap(({ operations }) => operations)
      .map(({ method, path: url, page }) => [`${method} ${url}`, page]),
  );
