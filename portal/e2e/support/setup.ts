import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { sites } from '../../playwright.config';
import { buildSite, fixture, portal } from './build';
import { startPlatform } from './platform';
import { serveSite } from './server';

/**
 * Builds both sites and serves them while the tests run; the product's server serves the portal with a demo platform.
 * If the variable `PORTAL_BUILT` is set, existing builds are used.
 */
export default async function setup() {
  const site = path.join(portal, 'build');
  if (!process.env.PORTAL_BUILT) await build(site);
  const servers = await Promise.all([
    serveSite(path.join(fixture, 'build'), sites.fixture),
    serveSite(site, sites.misplaced, { prefix: '/elsewhere' }),
  ]);
  const platform = await startPlatform({ port: sites.portal, site });
  process.env.DEMO_CLIENT = JSON.stringify(platform.client);
  return async () => {
    await platform.stop();
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
    }
  };
}

async function build(site: string) {
  const builds = [
    { directory: portal, outDir: site },
    { directory: fixture, outDir: path.join(fixture, 'build') },
  ];
  for (const { directory, outDir } of builds) {
    const { code, output } = await buildSite(directory, outDir);
    if (code !== 0) {
      throw new Error(output);
    }
  }
  execFileSync(process.execPath, [path.join(portal, 'scripts/compress.mjs'), site]);
}
