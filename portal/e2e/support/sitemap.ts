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
