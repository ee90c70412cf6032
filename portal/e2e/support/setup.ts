import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { sites } from '../../playwright.config';
import { buildSite, fixture, portal } from './build';
import { startPlatform } from './platform';
import { serveSite } from './server';

/**
 * Builds both sites and serves them while the tests run; the product's server serves the portal with a demo platform.
 * If the variable `PORTAL_BUILT` is set, existing builds are used. If `PORTAL_EMBEDDED` is set, the server contains the
 * portal that was built before.
 */
export default async function setup() {
  const site = path.join(portal, 'build');
  const isEmbedded = Boolean(process.env.PORTAL_EMBEDDED);
  if (!process.env.PORTAL_BUILT) {
    if (!isEmbedded) await build(portal, site);
    await build(fixture, path.join(fixture, 'build'));
  }
  const servers = await Promise.all([
    serveSite(path.join(fixture, 'build'), sites.fixture),
    serveSite(site, sites.misplaced, { prefix: '/elsewhere' }),
  ]);
  const platform = await startPlatform({ port: sites.portal, ...(isEmbedded ? {} : { site }) });
  process.env.DEMO_CLIENT = JSON.stringify(platform.client);
  return async () => {
    await platform.stop();
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
    }
  };
}

async function build(directory: string, outDir: string) {
  const { code, output } = await buildSite(directory, outDir);
  if (code !== 0) throw new Error(output);
  if (directory === portal)
    execFileSync(process.execPath, [path.join(portal, 'scripts/compress.mjs'), outDir]);
}
