import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { provider } from '../../provider';
import { portal } from './build';

/** The server that `make test` builds, or the one in the variable `FOLKMOOT_BINARY`. */
export const binary = process.env.FOLKMOOT_BINARY ?? path.join(portal, '../target/debug/folkmoot');

/** A demo platform, served together with the built portal by the product's server. */
export interface Platform {
  address: string;
  /** A client with read and write access. */
  client: { client_id: string; client_secret: string };
  /** Its data directory. */
  data: string;
  /** Runs a command on its data. */
  run(...words: string[]): string;
  /** Imports a file or a folder, and waits until the lists and the changes contain what it changed. */
  import(records: string): Promise<void>;
  /** A token for the client. */
  token(): Promise<string>;
  /** Replaces the URLs of API and portal and the client's placeholders in a sample. */
  filledIn(code: string): string;
  stop(): Promise<void>;
}

export interface PlatformOptions {
  /** 0 selects a free one. */
  port?: number;
  /** The directory of a built site. */
  site?: string;
  /** The number of ideas of the demo platform. */
  ideas?: number;
  /** The data directory of an existing platform, and its client. */
  data?: string;
  client?: Platform['client'];
  /** Further settings as flags. */
  settings?: string[];
}

export async function startPlatform(options: PlatformOptions = {}): Promise<Platform> {
  const {
    port = 0,
    site,
    ideas = 50,
    settings = [],
    data = mkdtempSync(path.join(tmpdir(), 'folkmoot-')),
  } = options;
  const run = (...words: string[]) =>
    execFileSync(binary, [...words, '--data', data], { stdio: 'pipe', encoding: 'utf8' });
  if (!options.data) run('demo', '--ideas', String(ideas));
  const client = options.client ?? JSON.parse(run('clients', 'create', 'Portal tests', '--json'));
  const server = spawn(
    binary,
    [
      'serve',
      '--data',
      data,
      '--listen',
      `127.0.0.1:${port}`,
      ...(site ? ['--portal', site] : []),
      ...settings,
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const ended = new Promise<void>((resolve) => server.on('close', () => resolve()));
  const address = await addressOf(server);
  const token = async () => {
    const response = await fetch(`${address}/api/v2/authenticate`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ auth: { client_id: client.client_id, client_secret: client.client_secret } }),
    });
    return ((await response.json()) as { jwt: string }).jwt;
  };
  return {
    address,
    client,
    data,
    run,
    async import(records) {
      const headers = { Authorization: `Bearer ${await token()}` };
      const changes = async (query: string) => {
        const response = await fetch(`${address}/api/v2/changes?${query}`, { headers });
        return (await response.json()) as { changes: object[]; meta: { next: string } };
      };
      const { meta } = await changes('');
      run('import', records);
      const news = await changes(`after=${meta.next}&wait=60`);
      if (news.changes.length === 0) throw new Error(`The import of ${records} changed nothing.`);
    },
    token,
    filledIn: (code) =>
      code
        .replaceAll(provider.apiUrl, address)
        .replaceAll(provider.portalUrl, address)
        .replaceAll('YOUR_CLIENT_ID', client.client_id)
        .replaceAll('YOUR_CLIENT_SECRET', client.client_secret),
    async stop() {
      server.kill();
      await ended;
      if (!options.data) rmSync(data, { recursive: true });
    },
  };
}

/** The server prints its URL when it listens. */
function addressOf(server: ReturnType<typeof spawn>): Promise<string> {
  return new Promise((resolve, reject) => {
    let log = '';
    server.stderr?.on('data', (text) => {
      log += text;
    });
    server.stdout?.on('data', (text) => resolve(String(text).trim()));
    server.on('error', reject);
    server.on('close', () => reject(new Error(`The server exited before it listened.\n${log}`)));
  });
}
