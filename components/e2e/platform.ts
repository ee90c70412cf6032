import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { importFiles } from './records';

/** The server that `make test` builds with the components in it, or the one in the variable `FOLKMOOT_BINARY`. */
const binary = process.env.FOLKMOOT_BINARY ?? path.join(import.meta.dirname, '../../target/debug/folkmoot');

/** A publishable key and its client. */
export interface Key {
  id: string;
  key: string;
}

/** The platform, served by the product's server. */
export interface Platform {
  url: string;
  /** A key of the website. */
  key: string;
  createKey: (name: string, ...options: string[]) => Key;
  revoke: (client: string) => void;
  /** The status of a request with a key. */
  status: (key: string) => Promise<number>;
  stop: () => Promise<void>;
}

/** Starts a server with the records of tests, and a key for pages of this origin. */
export async function startPlatform(origin: string): Promise<Platform> {
  if (!existsSync(binary)) throw new Error(`${binary} is missing; 'make test' builds it with the components`);
  const folder = mkdtempSync(path.join(tmpdir(), 'folkmoot-components-'));
  // The list of erased people is written beside the data directory.
  const data = path.join(folder, 'data');
  const run = (...words: string[]) =>
    execFileSync(binary, [...words, '--data', data], { stdio: 'pipe', encoding: 'utf8' });
  const createKey = (name: string, ...options: string[]): Key => {
    const origins = options.includes('--origins') ? [] : ['--origins', origin];
    const created = JSON.parse(
      run('clients', 'create', name, '--publishable', ...origins, ...options, '--json'),
    );
    return { id: created.client_id, key: created.publishable_key };
  };
  writeImport(path.join(folder, 'import'), origin);
  run('import', path.join(folder, 'import'));
  run('access', 'on');
  const { key } = createKey('Website');
  const server = spawn(binary, ['serve', '--data', data, '--listen', '127.0.0.1:0'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = new Promise<void>((resolve) => server.on('close', () => resolve()));
  const url = await new Promise<string>((resolve, reject) => {
    server.stdout.on('data', (output: Buffer) => resolve(output.toString().trim().split('\n')[0] as string));
    server.on('close', () => reject(new Error('the server did not start')));
  });
  return {
    url,
    key,
    createKey,
    revoke: (client) => void run('clients', 'revoke', client),
    status: async (key) => (await fetch(`${url}/api/v2/ideas?key=${key}&page_size=1`)).status,
    async stop() {
      server.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function writeImport(folder: string, origin: string) {
  mkdirSync(folder);
  const platform = {
    name: 'Zwenebeke speaks',
    address: 'https://speaks.zwenebeke.example',
    locales: ['en', 'nl-BE'],
    time_zone: 'Europe/Brussels',
  };
  writeFileSync(path.join(folder, 'platform.json'), JSON.stringify(platform));
  for (const [name, records] of Object.entries(importFiles(`${origin}/images`))) {
    const lines = records.map((record) => JSON.stringify(record)).join('\n');
    writeFileSync(path.join(folder, `${name}.ndjson`), lines);
  }
}
