import path from 'node:path';
import type { Language } from '../../src/reference/samples/languages';
import { portal } from './build';
import { inDirectory, npmPackage, python, run } from './programs';

/** Runs all programs of a language in as few processes as possible. */
interface Batch {
  /** The file of a program, by its number. */
  file: (number: number) => string;
  /** Changes a program so that others can be in the same process. */
  adapt?: (code: string, number: number) => string;
  /** Further files; `count` is the number of programs. */
  files?: (count: number) => Record<string, string>;
  /** The commands that run the programs in these files. */
  commands: (files: string[]) => string[][];
}

const each =
  (...command: string[]) =>
  (files: string[]) =>
    files.map((file) => [...command, file]);

const together =
  (...command: string[]) =>
  (files: string[]) => [[...command, ...files]];

const tsc = [
  path.join(portal, 'node_modules/.bin/tsc'),
  ...'--ignoreConfig --strict --target es2022 --module nodenext --lib es2023,dom --moduleDetection force'.split(
    ' ',
  ),
  ...['--types', 'node', '--typeRoots', path.join(portal, 'node_modules/@types')],
];

const node = [
  'node',
  '-e',
  '(async () => { for (const file of process.argv.slice(1)) await require(file).default(); })()',
];

const goMain = (count: number) => {
  const numbers = Array.from({ length: count }, (_, number) => number);
  const imports = numbers.map((number) => `import "samples/sample${number}"`).join('\n');
  return `package main\n${imports}\nfunc main() {\n${numbers.map((number) => `sample${number}.Main()`).join('\n')}\n}`;
};

const javaRunner = `class Runner {
  public static void main(String[] names) throws Exception {
    for (var name : names) {
      var main = Class.forName(name.replaceAll("/Main.java", ".Main")).getDeclaredMethod("main", String[].class);
      main.setAccessible(true);
      main.invoke(null, (Object) new String[0]);
    }
  }
}`;

const batches: Record<Language, Batch> = {
  curl: {
    file: (number) => `sample${number}.sh`,
    adapt: (code) => `set -euo pipefail\ncurl() { command curl --fail-with-body --silent "$@"; }\n${code}`,
    commands: each('bash'),
  },
  javascript: {
    file: (number) => `./sample${number}.js`,
    adapt: (code) => code.replace(/main\(\);$/, 'exports.default = main;'),
    commands: together(...node),
  },
  typescript: {
    file: (number) => `./sample${number}.ts`,
    adapt: (code) => code.replace(/main\(\);$/, 'export default main;'),
    commands: (files) => [
      [...tsc, ...files],
      [...node, ...files.map((file) => file.replace(/ts$/, 'js'))],
    ],
  },
  python: {
    file: (number) => `sample${number}.py`,
    commands: together(python, '-c', 'import runpy, sys\nfor file in sys.argv[1:]: runpy.run_path(file)'),
  },
  ruby: {
    file: (number) => `./sample${number}.rb`,
    commands: together('ruby', '-e', 'ARGV.each { |file| load file, true }'),
  },
  php: { file: (number) => `sample${number}.php`, commands: each('php') },
  go: {
    file: (number) => `sample${number}/sample.go`,
    adapt: (code, number) =>
      code.replace('package main', `package sample${number}`).replace('func main()', 'func Main()'),
    files: (count) => ({ 'go.mod': 'module samples\n', 'main.go': goMain(count) }),
    commands: () => [['go', 'run', '.']],
  },
  java: {
    file: (number) => `sample${number}/Main.java`,
    adapt: (code, number) => `package sample${number};\n${code}`,
    files: () => ({ 'Runner.java': javaRunner }),
    commands: (files) => [
      ['javac', 'Runner.java', ...files],
      ['java', 'Runner', ...files],
    ],
  },
  csharp: { file: (number) => `sample${number}.cs`, commands: each('dotnet', 'run') },
  r: {
    file: (number) => `sample${number}.R`,
    commands: together('Rscript', '-e', 'for (file in commandArgs(TRUE)) source(file, local = new.env())'),
  },
};

/** Runs programs one after the other in a directory with these files. Fails if one of them fails. */
export function runAll(language: Language, codes: string[], files: Record<string, string>): Promise<void> {
  const { file, adapt = (code) => code, files: further, commands } = batches[language];
  const names = codes.map((_, number) => file(number));
  const programs = Object.fromEntries(codes.map((code, number) => [file(number), adapt(code, number)]));
  return inDirectory(
    { ...npmPackage, ...files, ...programs, ...further?.(codes.length) },
    async (directory) => {
      for (const [program = '', ...words] of commands(names)) await run(program, words, directory);
    },
  );
}
