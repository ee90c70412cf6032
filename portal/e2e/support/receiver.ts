import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { portal } from './build';
import { titled } from './guides';
import { wheels } from './packages';
import { python } from './programs';
import { runScript } from './shell';

const guide = 'guides/use-webhooks';

/** The receivers of the guide about webhooks. */
export const receivers = ['receiver.py', 'receiver.mjs'] as const;

export interface Receiver {
  url: string;
  /** What it has printed since it started. */
  lines(): string[];
  stop(): void;
}

interface ReceiverOptions {
  /** The title of the code block that replaces its function `handle`. */
  handle?: string | undefined;
  /** A script that runs in its directory before it starts. */
  install?: string;
  variables?: Record<string, string>;
}

/** Starts a receiver of the guide in a directory of its own. */
export async function startReceiver(
  file: (typeof receivers)[number],
  { handle, install, variables }: ReceiverOptions,
): Promise<Receiver> {
  const directory = mkdtempSync(path.join(tmpdir(), 'receiver-'));
  if (install) await runScript(install, {}, directory);
  mkdirSync(path.join(directory, 'node_modules'), { recursive: true });
  symlinkSync(
    path.join(portal, 'node_modules/standardwebhooks'),
    path.join(directory, 'node_modules/standardwebhooks'),
  );
  const code = titled(guide, file);
  const function_ = /^def handle\(.*\n(?: {4}.*\n)+|^async function handle\([\s\S]*?\n\}\n/m;
  if (!function_.test(code)) throw new Error(`${file} has no function handle.`);
  writeFileSync(
    path.join(directory, file),
    handle ? code.replace(function_, () => `${titled(guide, handle)}\n`) : code,
  );
  const receiver = spawn(file.endsWith('.py') ? python : process.execPath, [file], {
    cwd: directory,
    env: { ...process.env, PYTHONPATH: wheels, PORT: '0', ...variables },
  });
  let output = '';
  let errors = '';
  receiver.stderr.on('data', (text) => {
    errors += text;
  });
  const url = await new Promise<string>((resolve, reject) => {
    receiver.stdout.on('data', (text) => {
      output += text;
      if (output.includes('\n')) resolve(output.split('\n')[0] ?? '');
    });
    receiver.on('close', () => reject(new Error(`${file} ended.\n${errors}`)));
  });
  return {
    url,
    lines: () => output.split('\n').slice(1, -1),
    stop() {
      receiver.kill();
      rmSync(directory, { recursive: true });
    },
  };
}
