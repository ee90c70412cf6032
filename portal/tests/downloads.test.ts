import { readFileSync } from 'node:fs';
import path from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, test } from '@playwright/test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { bruToEnvJsonV2, bruToJsonV2, collectionBruToJson } from '@usebruno/lang';
import { strFromU8, unzipSync } from 'fflate';
import { parse, stringify } from 'yaml';
import { compile } from '../src/reference/document/compile';
import { brunoArchive } from '../src/reference/downloads/bruno';
import { openApi30 } from '../src/reference/downloads/openapi30';
import { postmanCollection } from '../src/reference/downloads/postman';

const document = JSON.parse(readFileSync(path.join(__dirname, '../../openapi.json'), 'utf8'));
const reference = compile(document, 'https://platform.example', (code) => code);
const operations = reference.groups.flatMap((group) => group.operations);
const calls = operations
  .map(({ method, path: url }) => `${method} ${url.replace(/\{(\w+)\}/g, ':$1')}`)
  .sort();
const pathOf = (url: string) => url.replace('{{base_url}}', '').replace(/\?.*/, '');

test('the document is a valid OpenAPI 3.0 document without what 3.0 does not have', async () => {
  const converted = openApi30(document);
  const text = JSON.stringify(converted);
  const { valid, errors } = await new Validator().validate(JSON.parse(text));
  expect(errors ?? []).toEqual([]);
  expect(valid).toBe(true);
  expect(text).not.toMatch(/"type":\["|"type":"null"|"const":|"contentEncoding"|"examples":\[/);
  expect(Object.keys(converted.paths as object)).toEqual(Object.keys(document.paths));
  expect(converted.info).toMatchObject({
    license: { name: 'Apache-2.0', url: 'https://spdx.org/licenses/Apache-2.0.html' },
  });
});

test('schemas keep their meaning in OpenAPI 3.0, and examples and names of fields do not change', () => {
  const schemaOf30 = (schema: object) => {
    const { components } = openApi30({
      openapi: '3.1.0',
      info: { title: '', version: '' },
      components: { schemas: { One: schema } },
    } as Parameters<typeof openApi30>[0]) as { components: { schemas: { One: object } } };
    return components.schemas.One;
  };
  expect(schemaOf30({ type: ['string', 'null'], examples: ['a'] })).toEqual({
    type: 'string',
    nullable: true,
    example: 'a',
  });
  expect(schemaOf30({ type: ['string', 'integer'] })).toEqual({
    anyOf: [{ type: 'string' }, { type: 'integer' }],
  });
  expect(schemaOf30({ anyOf: [{ $ref: '#/x' }, { type: 'null' }] })).toEqual({
    anyOf: [{ $ref: '#/x' }, { type: 'object', nullable: true, enum: [null] }],
  });
  expect(schemaOf30({ type: ['string', 'integer', 'null'] })).toEqual({
    anyOf: [{ type: 'string' }, { type: 'integer' }, { type: 'object', nullable: true, enum: [null] }],
  });
  expect(schemaOf30({ $ref: '#/x', description: 'y' })).toEqual({
    allOf: [{ $ref: '#/x' }],
    description: 'y',
  });
  expect(schemaOf30({ type: 'number', exclusiveMinimum: 0 })).toEqual({
    type: 'number',
    minimum: 0,
    exclusiveMinimum: true,
  });
  expect(schemaOf30({ type: 'object', propertyNames: { enum: ['en'] } })).toEqual({ type: 'object' });
  expect(schemaOf30({ properties: { type: { const: 'Point' } }, example: { const: 1 } })).toEqual({
    properties: { type: { enum: ['Point'] } },
    example: { const: 1 },
  });
});

test('YAML has the same content as JSON', () => {
  expect(parse(stringify(document, { aliasDuplicateObjects: false }))).toEqual(document);
});

test('the Postman collection has every operation and sends the stored token', () => {
  const collection = postmanCollection(reference);
  const items = collection.item.flatMap((folder) => folder.item);
  expect(items.map(({ request }) => `${request.method} ${pathOf(request.url.raw)}`).sort()).toEqual(calls);
  expect(collection.variable.map(({ key }) => key)).toEqual([
    'base_url',
    'client_id',
    'client_secret',
    'token',
  ]);
  const login = items.filter(({ event }) => JSON.stringify(event)?.includes("set('token'"));
  expect(login).toHaveLength(1);
  expect(JSON.parse(login[0]?.request.body?.raw ?? '')).toEqual({
    auth: { client_id: '{{client_id}}', client_secret: '{{client_secret}}' },
  });
  expect(login[0]?.request.auth).toEqual({ type: 'noauth' });
  const list = items.find(({ name }) => name === 'List ideas')?.request.url;
  expect(list?.query?.map(({ key }) => key)).toContain('page_size');
  expect(list?.query?.every(({ disabled }) => disabled)).toBe(true);
  for (const { request } of items) {
    for (const segment of request.url.path.filter((one) => one.startsWith(':'))) {
      expect(request.url.variable?.find(({ key }) => `:${key}` === segment)?.value).toBeTruthy();
    }
  }
});

/** The form of an id. */
const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/;

test('collections have no ids of another platform, and change and delete only what they created', () => {
  const archive = Object.values(unzipSync(brunoArchive(reference))).map((bytes) => strFromU8(bytes));
  for (const text of [JSON.stringify(postmanCollection(reference)), ...archive]) {
    expect(uuid.exec(text)?.[0]).toBeUndefined();
  }
  const items = postmanCollection(reference).item.flatMap((folder) => folder.item);
  const writing = items.filter(({ request }) => !['GET', 'POST'].includes(request.method));
  expect(writing.map(({ request }) => request.method).sort()).toEqual(['DELETE', 'PATCH', 'PUT']);
  for (const { request, event } of writing) {
    expect(request.url.variable?.map(({ value }) => value)).toEqual(['{{created_file_id}}']);
    expect(event?.find(({ listen }) => listen === 'prerequest')?.script.exec).toEqual([
      "if (!pm.collectionVariables.get('created_file_id')) pm.execution.skipRequest();",
    ]);
  }
  const methods = items.slice(-7).map(({ request }) => request.method);
  expect(methods.indexOf('POST')).toBeLessThan(methods.indexOf('PATCH'));
  expect(methods.at(-1)).toBe('DELETE');
});

test('collections send required parameters, and request the votes of a phase whose vote has ended', () => {
  const items = postmanCollection(reference).item.flatMap((folder) => folder.item);
  const [list, votes] = ['/phases', '/phases/:id/pabulib'].map((url) =>
    items.find(({ request }) => pathOf(request.url.raw) === `/api/v2${url}`),
  );
  const url = votes?.request.url;
  expect(url?.raw).toMatch(/\?country=Belgium&unit=Zwenebeke&instance=2026$/);
  const sent = url?.query?.filter(({ disabled }) => !disabled).map(({ key }) => key);
  expect(sent).toEqual(['country', 'unit', 'instance']);
  expect(url?.variable?.map(({ value }) => value)).toEqual(['{{ended_vote_id}}']);
  expect(list?.request.url.raw).toMatch(/\?page_size=24$/);
  const script = list?.event?.find(({ listen }) => listen === 'test')?.script.exec.join('\n') ?? '';
  const stored = new Map<string, string>();
  const phases = [
    { id: 'ideas', end_at: '2020-12-31', voting_max_total: null },
    { id: 'running', end_at: new Date().toISOString().slice(0, 10), voting_max_total: 3 },
    { id: 'without-end', end_at: null, voting_max_total: 3 },
    { id: 'ended', end_at: '2021-12-31', voting_max_total: 3 },
  ];
  const collectionVariables = { set: (name: string, value: string) => stored.set(name, value) };
  const response = { json: () => ({ phases, meta: { current_page: 1 } }) };
  runInNewContext(script, { pm: { response, collectionVariables } });
  expect(Object.fromEntries(stored)).toEqual({ phase_id: 'ideas', ended_vote_id: 'ended' });
});

test('the Bruno collection has every operation in files that Bruno can read', () => {
  const archive = brunoArchive(reference);
  expect(archive).toEqual(brunoArchive(reference));
  const files = Object.entries(unzipSync(archive)).map(([name, bytes]) => [
    name.replace(/^[^/]+\//, ''),
    strFromU8(bytes),
  ]) as [string, string][];
  const content = new Map(files);
  expect(JSON.parse(content.get('bruno.json') ?? '')).toMatchObject({ version: '1', type: 'collection' });
  const { auth } = collectionBruToJson(content.get('collection.bru') ?? '');
  expect(auth).toEqual({ mode: 'bearer', bearer: { token: '{{token}}' } });
  const { variables } = bruToEnvJsonV2(content.get('environments/Platform.bru') ?? '');
  expect(variables[0]).toMatchObject({ name: 'base_url', value: 'https://platform.example' });
  expect(variables.map((one: { name: string; secret: boolean }) => [one.name, one.secret])).toEqual([
    ['base_url', false],
    ['client_id', false],
    ['client_secret', true],
  ]);
  const requests = files
    .filter(([name]) => name.includes('/') && !/^environments\/|\/folder\.bru$/.test(name))
    .map(([, text]) => bruToJsonV2(text));
  expect(requests.map(({ http }) => `${http.method.toUpperCase()} ${pathOf(http.url)}`).sort()).toEqual(
    calls,
  );
  const login = requests.find(({ http }) => http.url.endsWith('/authenticate'));
  expect(JSON.parse(login.body.json).auth.client_secret).toBe('{{client_secret}}');
  expect(login.script.res).toContain("setVar('token'");
  const list = requests.find(({ meta }) => meta.name === 'List ideas');
  expect(list.params.length).toBeGreaterThan(5);
  expect(list.params.every(({ enabled }: { enabled: boolean }) => !enabled)).toBe(true);
});
