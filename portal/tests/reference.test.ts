import { readFileSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { tokens } from '../src/colouring/tokens';
import { Anchors, slug, words } from '../src/reference/document/anchors';
import { compile } from '../src/reference/document/compile';
import { html } from '../src/reference/document/markdown';
import { readDocument } from '../src/reference/document/read';
import type { Field, Shape } from '../src/reference/model';
import { filtered } from '../src/reference/page/menuGroups';
import { platformAddress } from '../src/reference/tryit/platformAddress';

const source = path.join(__dirname, '../e2e/fixture/openapi.json');
const document = JSON.parse(readFileSync(source, 'utf8'));
const reference = compile(document, 'https://platform.example');
const [group] = reference.groups;
const object = (id: string) => group?.objects.find((one) => one.id === id);
const operation = (id: string) => group?.operations.find((one) => one.id === id);
const field = (fields: Field[] | undefined, name: string) => fields?.find((one) => one.name === name);
const shapeOf = (name: string): Shape | undefined => field(object('everything')?.shape.fields, name)?.shape;

test('a recursive object is documented once and links to itself', () => {
  const fields = object('tree')?.shape.fields;
  expect(field(fields, 'parent')?.shape).toMatchObject({ link: { id: 'tree' }, nullable: true });
  expect(field(fields, 'branches')?.shape).toMatchObject({ name: 'list', items: { link: { id: 'tree' } } });
  expect(JSON.parse(object('tree')?.example ?? '')).toEqual({ name: 'root', parent: null, branches: [] });
});

test('alternatives are told apart and link to what they are', () => {
  const { shape, example } = object('shape') ?? {};
  expect(shape).toMatchObject({
    name: 'one of',
    discriminator: 'kind',
    variants: [{ link: { id: 'circle' } }, { link: { id: 'square' } }],
  });
  expect(JSON.parse(example ?? '')).toEqual({ kind: 'circle', radius: 2 });
  expect(shapeOf('some')).toMatchObject({
    name: 'any of',
    variants: [{ name: 'boolean' }, { values: ['maybe'] }],
  });
});

test('the parts of an allOf are one object', () => {
  const fields = object('everything')?.shape.fields;
  expect(field(fields, 'id')).toMatchObject({ required: true, readOnly: true, shape: { format: 'uuid' } });
  expect(field(fields, 'late')).toMatchObject({ required: true });
  expect(shapeOf('shape')).toMatchObject({ link: { id: 'shape' } });
  expect(JSON.parse(object('everything')?.example ?? '').shape).toEqual({ kind: 'circle', radius: 2 });
});

test('every form of a value is told', () => {
  expect(shapeOf('late')).toEqual({ name: 'string', format: 'date-time', nullable: true });
  expect(shapeOf('either')).toMatchObject({
    name: 'one of',
    variants: [{ name: 'string' }, { name: 'integer' }],
  });
  expect(shapeOf('texts')).toEqual({ name: 'map', items: { name: 'string' } });
  expect(field(shapeOf('inner')?.fields, 'deep')).toMatchObject({
    id: 'everything-inner-deep',
    shape: { facts: [['Multiple of', '5']] },
  });
  expect(field(object('everything')?.shape.fields, 'old')).toMatchObject({ deprecated: true });
  expect(shapeOf('any')).toEqual({ name: 'anything' });
  const [kind, radius] = object('circle')?.shape.fields ?? [];
  expect(kind?.shape).toEqual({ name: 'string', facts: [['Always', 'circle']] });
  expect(radius?.shape.facts).toEqual([['More than', '0']]);
});

test('an operation has its parameters by place, all content types, and problems without codes', () => {
  const tree = operation('getTree');
  expect(tree).toMatchObject({ method: 'GET', path: '/base/trees/{id}', deprecated: true });
  expect(tree?.parameters.map(({ place }) => place)).toEqual(['path', 'query', 'header', 'cookie']);
  expect(tree?.answers[0]?.contents.map(({ type }) => type)).toEqual(['application/json', 'text/csv']);
  expect(tree?.answers[0]?.headers[0]).toMatchObject({ id: 'getTree-200-ETag', description: 'The version.' });
  expect(tree?.problems).toEqual([
    { status: '404', description: 'There is no such tree.', codes: [], contents: [] },
  ]);
  expect(tree?.request.token).toBe(true);
  const add = operation('addShape');
  expect(add?.request.token).toBeUndefined();
  expect(add).toMatchObject({
    bodyRequired: true,
    bodies: [{ type: 'application/json' }, { type: 'text/plain' }],
  });
});

test('objects without users in two groups stand in the group that bears their name', () => {
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const answer = (schema: object) => ({
    responses: { 200: { description: '', content: { 'application/json': { schema } } } },
  });
  const list = (items: object) => answer({ type: 'object', properties: { items: { type: 'array', items } } });
  const { groups } = compile(
    {
      openapi: '3.1.0',
      info: { title: '', version: '' },
      paths: {
        '/ideas': { get: { operationId: 'listIdeas', tags: ['Ideas'], ...list(ref('Idea')) } },
        '/projects': { get: { operationId: 'listProjects', tags: ['Projects'], ...list(ref('Idea')) } },
        '/ideas/deleted': { get: { operationId: 'a', tags: ['Ideas'], ...list(ref('Gone')) } },
        '/projects/deleted': { get: { operationId: 'b', tags: ['Projects'], ...list(ref('Gone')) } },
      },
      components: {
        schemas: {
          Idea: { type: 'object', properties: { id: {} } },
          Gone: { type: 'object', properties: { id: {} } },
        },
      },
    } as Parameters<typeof compile>[0],
    '',
  );
  expect(groups.map(({ title, objects }) => [title, objects.map(({ id }) => id)])).toEqual([
    ['Ideas', ['idea']],
    ['Projects', []],
    ['Shared objects', ['gone']],
  ]);
});

test('a document that is missing, no JSON or not valid is refused with a reason', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'reference-'));
  const refused = async (text: string, reason: RegExp) => {
    const file = path.join(folder, 'openapi.json');
    await writeFile(file, text);
    await expect(readDocument(file)).rejects.toThrow(reason);
  };
  await expect(readDocument(path.join(folder, 'none.json'))).rejects.toThrow(
    /There is no OpenAPI document at .*FOLKMOOT_OPENAPI/s,
  );
  await refused('{', /openapi\.json is not JSON/);
  await refused(
    '{"openapi": "3.1.0", "info": {"title": "x"}, "paths": {}}',
    /is not valid:\n {2}\/info must have required property 'version'/,
  );
  await expect(async () =>
    compile({ ...document, paths: { '/a': { get: { responses: { 200: { $ref: '#/nowhere' } } } } } }, ''),
  ).rejects.toThrow('nothing at #/nowhere');
});

test('anchors are unique and readable', () => {
  const anchors = new Anchors();
  expect(anchors.take('listIdeas-topic_ids[]')).toBe('listIdeas-topic_ids');
  expect(anchors.take('listIdeas-topic_ids')).toBe('listIdeas-topic_ids-2');
  expect(words('EmailCampaign')).toBe('email campaign');
  expect(slug('email_campaigns')).toBe('email-campaigns');
});

test('descriptions are Markdown, and HTML in them is shown', () => {
  expect(html('One `a` and **b**')).toBe('One <code>a</code> and <strong>b</strong>');
  expect(html('<script>x</script>')).not.toContain('<script>');
  expect(html('a\n\nb')).toBe('<p>a</p>\n<p>b</p>');
  expect(html()).toBe('');
});

test('the filter wants every word, in title, method, path or group', () => {
  const groups = [
    {
      id: 'files',
      title: 'Files',
      entries: [{ id: 'uploadFile', title: 'Upload a file', method: 'POST', path: '/files' }],
    },
    {
      id: 'ideas',
      title: 'Ideas',
      entries: [{ id: 'listIdeas', title: 'List ideas', method: 'GET', path: '/ideas' }],
    },
  ];
  const found = (filter: string) =>
    filtered(groups, filter).flatMap(({ entries }) => entries.map(({ id }) => id));
  expect(found('  ')).toEqual(['uploadFile', 'listIdeas']);
  expect(found('post')).toEqual(['uploadFile']);
  expect(found('list IDEAS')).toEqual(['listIdeas']);
  expect(found('list files')).toEqual([]);
});

test('requests go to the platform itself where it serves the portal', () => {
  const addresses = ['https://developers.example', 'https://api.example'] as const;
  expect(platformAddress('https://developers.example', ...addresses)).toBe('https://api.example');
  expect(platformAddress('http://127.0.0.1:8080', ...addresses)).toBe('http://127.0.0.1:8080');
});

test('colouring changes no code', () => {
  const code = '# note\ncurl --header \'A: b\' "c" {\n  "key": [1.5, true, null], // end\n  call(x)\n}`raw`';
  const found = tokens(code);
  expect(found.map(({ text }) => text).join('')).toBe(code);
  const kinds = Object.fromEntries(found.map(({ text, kind }) => [text, kind]));
  expect(kinds).toMatchObject({
    '"key"': 'property',
    true: 'keyword',
    '1.5': 'number',
    call: 'function',
    '`raw`': 'string',
  });
  expect(tokens('KEY=at-least-32-characters')).toEqual([{ text: 'KEY=at-least-32-characters' }]);
});
