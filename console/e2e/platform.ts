import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** The server that `make test` builds with the console in it, or the one in the variable `FOLKMOOT_BINARY`. */
const binary = process.env.FOLKMOOT_BINARY ?? path.join(import.meta.dirname, '../../target/debug/folkmoot');

/** A demo platform, served by the product's server. */
export interface Platform {
  url: string;
  adminKey: string;
  stop: () => Promise<void>;
}

export async function startPlatform(): Promise<Platform> {
  if (!existsSync(binary)) throw new Error(`${binary} is missing; 'make test' builds it with the console`);
  const folder = mkdtempSync(path.join(tmpdir(), 'folkmoot-console-'));
  // The list of erased people is written beside the data directory.
  const data = path.join(folder, 'data');
  const run = (...words: string[]) =>
    execFileSync(binary, [...words, '--data', data], { stdio: 'pipe', encoding: 'utf8' });
  run('demo', '--ideas', '50');
  const { secret } = JSON.parse(run('admin-keys', 'create', 'Browser tests', '--json'));
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
    adminKey: secret,
    async stop() {
      server.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Requests a token; the status if there is none. */
export async function authenticate(url: string, clientId: string, secret: string): Promise<string | number> {
  const response = await fetch(`${url}/api/v2/authenticate`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ auth: { client_id: clientId, client_secret: secret } }),
  });
  return response.ok ? ((await response.json()) as { jwt: string }).jwt : response.status;
}

export async function read(url: string, token: string, list: string) {
  const response = await fetch(`${url}/api/v2/${list}`, { headers: { Authorization: `Bearer ${token}` } });
  return {
    status: response.status,
    body: (await response.json()) as Record<string, Record<string, unknown>[]>,
  };
}
