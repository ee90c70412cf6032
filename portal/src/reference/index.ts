import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { LoadContext, Plugin } from '@docusaurus/types';

interface Operation {
  id: string;
  method: string;
  path: string;
  summary: string;
}

/** Puts the operations of the API's OpenAPI document on one page. */
export default function referencePlugin({ siteDir }: LoadContext): Plugin<Operation[]> {
  const document = path.resolve(siteDir, '../openapi.json');
  return {
    name: 'folkmoot-reference',
    getPathsToWatch: () => [document],
    loadContent: async () =>
      existsSync(document) ? operations(JSON.parse(readFileSync(document, 'utf8'))) : [],
    async contentLoaded({ content, actions }) {
      const data = await actions.createData('operations.json', JSON.stringify(content));
      actions.addRoute({
        path: '/api',
        component: '@site/src/reference/ReferencePage.tsx',
        exact: true,
        modules: { operations: data },
      });
    },
  };
}

type Paths = Record<string, Record<string, { operationId: string; summary: string }>>;

function operations({ paths }: { paths: Paths }): Operation[] {
  return Object.entries(paths).flatMap(([path_, methods]) =>
    Object.entries(methods)
      .filter(([method]) => ['get', 'post', 'put', 'patch', 'delete'].includes(method))
      .map(([method, { operationId, summary }]) => ({
        id: operationId,
        method: method.toUpperCase(),
        path: path_,
        summary,
      })),
  );
}
