import { strToU8, type Zippable, zipSync } from 'fflate';
import type { ParameterLocation, Reference } from '../model';
import { type CollectionRequest, foldersOf, instructions, variables } from './requests';

/** The same content makes the same archive, on every day; the format has no earlier time. */
const time = '1980-01-01T12:00:00';

/** Replaced by users: a server cannot fill in its own URL inside an archive, nor the provider's names. */
const platform = 'https://YOUR_PLATFORM';
const name = 'Public API';

/** The files of a Bruno collection of all operations, by path. */
export function brunoFiles(reference: Reference): Record<string, string> {
  const { token: _, client_secret: __, ...open } = variables(platform);
  const files: Record<string, string> = {
    'bruno.json': `${JSON.stringify({ version: '1', name, type: 'collection' }, null, 2)}\n`,
    'collection.bru': blocks(
      block('auth', ['mode: bearer']),
      block('auth:bearer', ['token: {{token}}']),
      block('docs', [instructions]),
    ),
    'environments/Platform.bru': blocks(
      block(
        'vars',
        Object.entries(open).map(([name, value]) => `${name}: ${value}`),
      ),
      'vars:secret [\n  client_secret\n]',
    ),
  };
  foldersOf(reference).forEach(({ name, description, requests }, folder) => {
    files[`${name}/folder.bru`] = blocks(
      block('meta', [`name: ${name}`, `seq: ${folder + 1}`]),
      block('docs', [description]),
    );
    requests.forEach((request, index) => {
      files[`${name}/${fileName(request.name)}.bru`] = requestFile(request, index + 1);
    });
  });
  return files;
}

/** The collection as an archive with one directory. */
export function brunoArchive(reference: Reference): Uint8Array {
  const entries: Zippable = {};
  for (const [path, text] of Object.entries(brunoFiles(reference))) {
    entries[`${name}/${path}`] = strToU8(text);
  }
  return zipSync(entries, { mtime: time });
}

function requestFile(request: CollectionRequest, sequence: number): string {
  const { name, description, method, path, body, token, issuesToken } = request;
  const url = `{{base_url}}${path.replace(/\{(\w+)\}/g, ':$1')}`;
  return blocks(
    block('meta', [`name: ${name}`, 'type: http', `seq: ${sequence}`]),
    block(method.toLowerCase(), [
      `url: ${url}`,
      `body: ${body ? 'json' : 'none'}`,
      `auth: ${token ? 'inherit' : 'none'}`,
    ]),
    parameters(request, 'query'),
    parameters(request, 'path'),
    parameters(request, 'header'),
    block('body:json', body?.text.split('\n') ?? []),
    block('script:post-response', issuesToken ? ["bru.setVar('token', res.body.jwt);"] : []),
    block('docs', [description]),
  );
}

const blockNames: Partial<Record<ParameterLocation, string>> = {
  query: 'params:query',
  path: 'params:path',
  header: 'headers',
};

/** Optional parameters are disabled, by a tilde; users enable those that they need. */
function parameters(request: CollectionRequest, location: ParameterLocation): string {
  const here = request.parameters.filter((parameter) => parameter.in === location);
  return block(
    blockNames[location] ?? location,
    here.map(({ name, required, example = '' }) => `${required ? '' : '~'}${name}: ${example}`),
  );
}

const block = (name: string, lines: string[]) =>
  lines.length === 0 ? '' : `${name} {\n${lines.map((line) => `  ${line}`).join('\n')}\n}`;

const blocks = (...all: string[]) => `${all.filter(Boolean).join('\n\n')}\n`;

/** A name without characters that file systems do not allow. */
const fileName = (name: string) => name.replace(/[^\w()-]+/g, ' ').trim();
