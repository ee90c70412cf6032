import path from 'node:path';
import { sites } from '../../playwright.config';
import { buildSite, fixture, portal } from './build';
import { serveSite } from './server';

/** Builds both sites and serves them for as long as the tests run. */
export default async function setup() {
  const builds = [
    { site: portal, outDir: path.join(portal, 'build') },
    { site: fixture, outDir: path.join(fixture, 'build') },
  ];
  for (const { site, outDir } of builds) {
    const { code, output } = await buildSite(site, outDir);
    if (code !== 0) {
      throw new Error(output);
    }
  }
  const servers = await Promise.all([
    serveSite(path.join(portal, 'build'), sites.portal),
    serveSite(path.join(fixture, 'build'), sites.fixture),
    serveSite(path.join(portal, 'build'), sites.misplaced, '/elsewhere'),
  ]);
  return () => {
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
    }
  };
}
