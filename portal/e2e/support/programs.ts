import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Language } from '../../src/reference/samples/languages';
import { portal } from './build';

interface Program {
  /** The required file name. */
  file: string;
  /** The command that runs the file; the path is appended. */
  command: string[];
  /** Succeeds if everything that the command needs is installed. */
  probe: string[];
}

/** `scripts/install-test-tools` installs the libraries of the samples here. */
export const python = path.join(portal, '../.venv/bin/python');

/** Checks the types, then runs the compiled file. */
const typescript = [
  path.join(portal, 'node_modules/.bin/tsc'),
  '--ignoreConfig --strict --target es2022 --module nodenext --lib es2023,dom --types ""',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a shell parameter expansion.
  '"$0" && node "${0%.mts}.mjs"',
].join(' ');

const programs: Record<Language, Program> = {
  curl: { file: 'sample.sh', command: ['bash'], probe: ['curl', '--version'] },
  javascript: { file: 'sample.mjs', command: ['node'], probe: ['node', '--version'] },
  typescript: { file: 'sample.mts', command: ['bash', '-c', typescript], probe: ['node', '--version'] },
  python: { file: 'sample.py', command: [python], probe: [python, '-c', 'import requests'] },
  ruby: { file: 'sample.rb', command: ['ruby'], probe: ['ruby', '--version'] },
  php: { file: 'sample.php', command: ['php'], probe: ['php', '-r', 'curl_init();'] },
  go: { file: 'sample.go', command: ['go', 'run'], probe: ['go', 'version'] },
  java: { file: 'Main.java', command: ['java'], probe: ['java', '--version'] },
  csharp: { file: 'sample.cs', command: ['dotnet', 'run'], probe: ['dotnet', 'run', '--help'] },
  r: {
    file: 'sample.R',
    command: ['Rscript'],
    probe: ['Rscript', '-e', 'library(httr2); library(jsonlite); library(vctrs)'],
  },
};

/** Why programs in a language cannot run on this machine; undefined if they can. */
export function missing(language: Language): string | undefined {
  const [command = '', ...words] = programs[language].probe;
  const works = spawnSync(command, words).status === 0;
  return works ? undefined : `SKIPPED: "${[command, ...words].join(' ')}" does not work on this machine`;
}

/** Runs a program in a new directory and returns its output. */
export async function runProgram(language: Language, code: string): Promise<string> {
  const directory = mkdtempSync(path.join(tmpdir(), 'sample-'));
  const { file, command } = programs[language];
  const [program = '', ...words] = command;
  try {
    writeFileSync(path.join(directory, file), code);
    const { stdout } = await promisify(execFile)(program, [...words, path.join(directory, file)]);
    return stdout;
  } finally {
    rmSync(directory, { recursive: true });
  }
}
