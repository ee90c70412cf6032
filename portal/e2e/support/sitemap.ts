import { readFileSync } from 'node:fs';
import path from 'node:path';
import { portal } from './build';

/** The sample pages of the specification, which the sitemap and the feeds leave out. */
export const samplePages = [
  '/markdown-page',
  '/blog/hello-world',
  '/blog/hola',
  '/blog/welcome',
  '/blog/tags/docusaurus',
  '/blog/tags/facebook',
  '/blog/tags/hello',
  '/blog/tags/hola',
];

/** The paths of all pages: those in the portal's sitemap, and the sample pages. */
export function sitemap(): string[] {
  return [...listedPages(), ...samplePages];
}

/** The paths of all pages in the portal's sitemap. */
export function listedPages(): string[] {
  const xml = readFileSync(path.join(portal, 'build/sitemap.xml'), 'utf8');
  return [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => new URL(url ?? '').pathname);
}

/** Pages of the reference that are not about one operation. */
const isOther = (url: string) => /^\/api\/(?:all|changes|webhooks|objects\/.*|[\w-]+\/object)$/.test(url);

/** The pages of all operations. */
export const operationPages = (): string[] =>
  sitemap().filter((url) => url.startsWith('/api/') && !isOther(url));

/** Operations of each kind: with and without a body, filters, nested objects and errors. */
const operationsOfEachKind = [
  'authenticate',
  'ideas/list',
  'ideas/get',
  'ideas/deleted',
  'files/upload',
  'files/delete',
];

/** All pages, but of the pages of operations and of objects, which have one template, only one of each kind. */
export function distinctPages(): string[] {
  const hasTemplate = (url: string) => /^\/api\/(?!changes$|all$)./.test(url);
  const kept = new Set(operationsOfEachKind.map((name) => `/api/${name}`)).add('/api/ideas/object');
  return sitemap().filter((url) => !hasTemplate(url) || kept.has(url));
}
