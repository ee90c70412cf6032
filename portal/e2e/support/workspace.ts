import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { titled } from './guides';
import { wheels } from './packages';
import type { Platform } from './platform';
import { python } from './programs';
import { runScript } from './shell';

/** Why guides that import these Python packages cannot run on this machine; undefined if they can. */
export function missingPackages(...packages: string[]): string | undefined {
  const works = spawnSync(python, ['-c', `import ${packages.join(', ')}`]).status === 0;
  return works ? undefined : `SKIPPED: the Python packages ${packages.join(', ')} are not installed`;
}

/** A temporary directory with the files of guides, and the variables that the guides export. */
export interface Workspace {
  directory: string;
  /** Writes the code blocks with these titles into files of the same names. */
  write(guide: string, ...titles: string[]): void;
  /** Runs a Python program of the workspace, with the packages of the tests. */
  python(program: string, ...words: string[]): Promise<string>;
  /** Runs a shell script in the directory. */
  shell(script: string, variables?: Record<string, string>): Promise<string>;
  read(file: string): string;
  remove(): void;
}

/** Creates a workspace; with a platform, its API and client are in the variables. */
export function createWorkspace(platform?: Platform): Workspace {
  const directory = mkdtempSync(path.join(tmpdir(), 'guide-'));
  const variables: Record<string, string> = {
    // Programs that collect usage data send none from tests, and write their state here.
    RUNTIME__DLTHUB_TELEMETRY: 'false',
    DLT_DATA_DIR: path.join(directory, '.dlt'),
    PYTHONPATH: wheels,
    ...(platform && {
      API: `${platform.address}/api/v2`,
      CLIENT_ID: platform.client.client_id,
      CLIENT_SECRET: platform.client.client_secret,
    }),
  };
  return {
    directory,
    write(guide, ...titles) {
      for (const title of titles) {
        const file = path.join(directory, title);
        mkdirSync(path.dirname(file), { recursive: true });
        const code = titled(guide, title);
        writeFileSync(file, `${platform ? platform.filledIn(code) : code}\n`);
      }
    },
    async python(program, ...words) {
      const { stdout } = await promisify(execFile)(python, [program, ...words], {
        cwd: directory,
        env: { ...process.env, ...variables },
      });
      return stdout;
    },
    shell: async (script, more = {}) =>
      (await runScript(script, { ...variables, ...more }, directory)).stdout,
    read: (file) => readFileSync(path.join(directory, file), 'utf8'),
    remove: () => rmSync(directory, { recursive: true }),
  };
}
