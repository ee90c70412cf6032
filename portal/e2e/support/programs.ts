import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
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
export const typescript = [
  path.join(portal, 'node_modules/.bin/tsc'),
  '--ignoreConfig --strict --target es2022 --module nodenext --lib es2023,dom --moduleDetection force',
  `--types node --typeRoots ${path.join(portal, 'node_modules/@types')}`,
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a shell parameter expansion.
  '"$0" && node "${0%.ts}.js"',
].join(' ');

const programs: Record<Language, Program> = {
  curl: { file: 'sample.sh', command: ['bash'], probe: ['curl', '--version'] },
  javascript: { file: 'sample.js', command: ['node'], probe: ['node', '--version'] },
  typescript: { file: 'sample.ts', command: ['bash', '-c', typescript], probe: ['node', '--version'] },
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

/** Files of a directory that `npm init -y` creates, in which JavaScript files are CommonJS. */
export const npmPackage = { 'package.json': '{ "name": "sample", "version": "1.0.0", "type": "commonjs" }' };

/** Calls `use` with a new directory that contains these files. */
export async function inDirectory<Result>(
  files: Record<string, string>,
  use: (directory: string) => Promise<Result>,
): Promise<Result> {
  const directory = mkdtempSync(path.join(tmpdir(), 'sample-'));
  try {
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(directory, name)), { recursive: true });
      writeFileSync(path.join(directory, name), content);
    }
    return await use(directory);
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/** Runs a program in a new directory, beside these files, and returns its output. */
export function runProgram(
  language: Language,
  code: string,
  files: Record<string, string> = {},
  name = programs[language].file,
): Promise<string> {
  const [program = '', ...words] = programs[language].command;
  return inDirectory({ ...npmPackage, ...files, [name]: code }, async (directory) => {
    const { stdout, stderr } = await run(program, [...words, path.join(directory, name)], directory);
    return stdout + stderr;
  });
}

/** Runs a command; errors contain its output. */
export async function run(program: string, words: string[], cwd: string) {
  try {
    return await promisify(execFile)(program, words, { cwd, maxBuffer: 1 << 26 });
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${program} failed.\n${stderr}\n${stdout}`.slice(0, 4000));
  }
}
