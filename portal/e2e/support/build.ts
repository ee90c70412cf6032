import { execFileSync, spawn } from 'node:child_process';
import path from 'node:path';

/** The portal's directory. */
export const portal = path.resolve(__dirname, '../..');

/** The built portal. */
export const build = path.join(portal, 'build');

/** The directory of the small site with two locales and versions. */
export const fixture = path.join(portal, 'e2e/fixture');

export interface BuildResult {
  code: number | null;
  /** The output of the build, without colours. */
  output: string;
}

const fillScript = path.join(portal, 'scripts/fill-provider-values.mjs');

/** Builds a Docusaurus site with the default provider values; environment variables configure the fixture. */
export function buildSite(
  site: string,
  outDir: string,
  environment: Record<string, string> = {},
): Promise<BuildResult> {
  const cli = path.join(portal, 'node_modules/@docusaurus/core/bin/docusaurus.mjs');
  const build = spawn(process.execPath, [cli, 'build', site, '--out-dir', outDir], {
    cwd: portal,
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0', CI: '1', ...environment },
  });
  let output = '';
  build.stdout.on('data', (text) => {
    output += text;
  });
  build.stderr.on('data', (text) => {
    output += text;
  });
  return new Promise((resolve, reject) => {
    build.on('error', reject);
    build.on('close', (code) => {
      if (code === 0) execFileSync(process.execPath, [fillScript, outDir]);
      resolve({ code, output });
    });
  });
}
