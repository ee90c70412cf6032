import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, type Page, type Route } from '@playwright/test';
import { type BuiltFile, readBuild } from './fake/static';

/** The server that `make test` builds with the console in it, or the one in the variable `FOLKMOOT_BINARY`. */
const binary = process.env.FOLKMOOT_BINARY ?? path.join(import.meta.dirname, '../../target/debug/folkmoot');

/** A demo platform, served by the product's server. */
export interface Platform {
  url: string;
  adminKey: string;
  stop: () => Promise<void>;
}

/** Starts a server with settings, such as `--listen` and its value. */
export async function startPlatform(...settings: string[]): Promise<Platform> {
  if (!existsSync(binary)) throw new Error(`${binary} is missing; 'make test' builds it with the console`);
  const folder = mkdtempSync(path.join(tmpdir(), 'folkmoot-console-'));
  // The list of erased people is written beside the data directory.
  const data = path.join(folder, 'data');
  const run = (...words: string[]) =>
    execFileSync(binary, [...words, '--data', data], { stdio: 'pipe', encoding: 'utf8' });
  run('demo', '--ideas', '50');
  const { secret } = JSON.parse(run('admin-keys', 'create', 'Browser tests', '--json'));
  const server = spawn(binary, ['serve', '--data', data, '--listen', '127.0.0.1:0', ...settings], {
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

const files = process.env.CONSOLE_BUILT ? readBuild() : new Map<string, BuiltFile>();

/** Signs in to the console. With the variable `CONSOLE_BUILT`, it is the files of the build instead of the embedded ones. */
export async function openConsole(page: Page, { url, adminKey }: Pick<Platform, 'url' | 'adminKey'>) {
  if (process.env.CONSOLE_BUILT) await page.route(/\/admin(?!\/api)/, serveBuild);
  await page.goto(`${url}/admin/`);
  await page.getByLabel('Admin key').fill(adminKey);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'The public API is on' })).toBeVisible();
}

async function serveBuild(route: Route) {
  const name = new URL(route.request().url()).pathname.replace(/^\/admin\//, '');
  const file = files.get(name) ?? files.get('index.html');
  await route.fulfill({ body: file?.content, contentType: file?.mediaType });
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

/** The status of a call of an assistant, and the result of its tool. */
export async function callTool(url: string, token: string, name: string, parameters: object) {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      Accept: 'application/json, text/event-stream',
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name, arguments: parameters },
    }),
  });
  return { status: response.status, body: await response.json() };
}

export async function read(url: string, token: string, list: string) {
  const response = await fetch(`${url}/api/v2/${list}`, { headers: { Authorization: `Bearer ${token}` } });
  return {
    status: response.status,
    body: (await response.json()) as Record<string, Record<string, unknown>[]>,
  };
}
