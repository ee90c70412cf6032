import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** The server of `make test`, or the one in the variable `FOLKMOOT_BINARY`. */
const binary =
  process.env.FOLKMOOT_BINARY ?? path.resolve(import.meta.dirname, '../../../../target/debug/folkmoot');

/** A demo platform with its server. */
export interface Platform {
  url: string;
  client: { clientId: string; clientSecret: string };
  /** Imports records: the lines of each file, by its name. */
  importRecords(files: Record<string, object[]>): void;
  stop(): Promise<void>;
}

/** Starts a demo platform with a few ideas on a free port. */
export async function startPlatform(): Promise<Platform> {
  const directory = mkdtempSync(path.join(tmpdir(), 'folkmoot-typescript-'));
  const data = path.join(directory, 'data');
  const run = (...words: string[]) =>
    execFileSync(binary, [...words, '--data', data], { stdio: 'pipe', encoding: 'utf8' });
  run('demo', '--ideas', '60');
  const { client_id, client_secret } = JSON.parse(run('clients', 'create', 'TypeScript tests', '--json'));
  const server = spawn(binary, ['serve', '--data', data, '--listen', '127.0.0.1:0'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = new Promise<void>((resolve) => server.on('close', () => resolve()));
  const url = await new Promise<string>((resolve, reject) => {
    server.stdout.on('data', (text) => resolve(String(text).trim()));
    server.on('close', () => reject(new Error('the server ended before it listened')));
  });
  return {
    url,
    client: { clientId: client_id, clientSecret: client_secret },
    importRecords(files) {
      const records = mkdtempSync(path.join(directory, 'records-'));
      mkdirSync(records, { recursive: true });
      for (const [name, lines] of Object.entries(files)) {
        writeFileSync(
          path.join(records, `${name}.ndjson`),
          lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
        );
      }
      run('import', records);
    },
    async stop() {
      server.kill();
      await ended;
      rmSync(directory, { recursive: true });
    },
  };
}
