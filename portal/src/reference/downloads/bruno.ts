import { archiveOf } from '../../provider/archive';
import type { ParameterLocation, Reference } from '../model';
import { type CollectionRequest, foldersOf, instructions, queryOf, variables } from './requests';
import { type ScriptDialect, scriptAfter, scriptBefore } from './scripts';

const name = 'Public API';

const dialect: ScriptDialect = {
  json: 'res.body',
  get: (variable) => `bru.getVar('${variable}')`,
  set: (variable, expression) => `bru.setVar('${variable}', ${expression});`,
  skip: 'bru.runner.skipRequest();',
};

/** The files of a Bruno collection of all operations, by path. */
export function brunoFiles(reference: Reference): Record<string, string> {
  const { token: _, client_secret: __, ...open } = variables(reference.server);
  const files: Record<string, string> = {
    'bruno.json': `${JSON.stringify({ version: '1', name, type: 'collection' }, null, 2)}\n`,
    'collection.bru': blocks(
      block('auth', ['mode: bearer']),
      block('auth:bearer', ['token: {{token}}']),
      block('docs', instructions.split('\n')),
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
  return archiveOf(Object.entries(brunoFiles(reference)).map(([path, text]) => [`${name}/${path}`, text]));
}

function requestFile(request: CollectionRequest, sequence: number): string {
  const { name, description, method, path, body, token } = request;
  const url = `{{base_url}}${path.replace(/\{(\w+)\}/g, ':$1')}${queryOf(request)}`;
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
    block('script:pre-request', scriptBefore(request, dialect)),
    block('script:post-response', scriptAfter(request, dialect)),
    block('docs', [description]),
  );
}

const blockNames: Partial<Record<ParameterLocation, string>> = {
  query: 'params:query',
  path: 'params:path',
  header: 'headers',
};

/** Parameters that the collection does not send are disabled, by a tilde; users enable those that they need. */
function parameters(request: CollectionRequest, location: ParameterLocation): string {
  const here = request.parameters.filter((parameter) => parameter.in === location);
  return block(
    blockNames[location] ?? location,
    here.map(({ name, isSent, example = '' }) => `${isSent ? '' : '~'}${name}: ${example}`),
  );
}

const block = (name: string, lines: string[]) =>
  lines.length === 0 ? '' : `${name} {\n${lines.map((line) => `  ${line}`).join('\n')}\n}`;

const blocks = (...all: string[]) => `${all.filter(Boolean).join('\n\n')}\n`;

/** A name without characters that file systems do not allow. */
const fileName = (name: string) => name.replace(/[^\w()-]+/g, ' ').trim();
