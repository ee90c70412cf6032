import { readFileSync } from 'node:fs';
import path from 'node:path';
import { portal } from './build';

/** The paths of all pages in the portal's sitemap. */
export function sitemap(): string[] {
  const xml = readFileSync(path.join(portal, 'build/sitemap.xml'), 'utf8');
  return [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => new URL(url ?? '').pathname);
}
