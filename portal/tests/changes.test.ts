import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { load } from 'cheerio';
import { compare } from '../src/changes/compare';
import { atomFeed } from '../src/changes/feed';
import { grouped } from '../src/changes/groups';
import { readReleases } from '../src/changes/releases';
import type { OpenApiDocument, OperationObject, Schema } from '../src/reference/document/openapi';

const documentOf = (get: OperationObject, schemas: Record<string, Schema> = {}): OpenApiDocument => ({
  openapi: '3.1.0',
  info: { title: '', version: '' },
  paths: { '/ideas': { get } },
  components: { schemas },
});
const ok = { responses: { 200: { description: '' } } };
const idea = {
  responses: {
    200: {
      description: '',
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Idea' } } },
    },
  },
};
const query = (name: string, more: object = {}) => ({
  name,
  in: 'query' as const,
  schema: { type: 'string' },
  ...more,
});
const changes = (before: OpenApiDocument, after: OpenApiDocument) =>
  compare(before, after).map(
    ({ kind, subject, text, breaking }) => `${breaking ? '! ' : ''}${kind} ${subject}: ${text}`,
  );

test('equal documents and changes of texts are not listed', () => {
  const field = (description: string) => ({
    Idea: { properties: { title: { type: 'string', description } } },
  });
  expect(compare(documentOf(idea, field('A')), documentOf(idea, field('B')))).toEqual([]);
});

test('added, removed and deprecated operations are listed', () => {
  const old = documentOf(ok);
  const other = { ...old, paths: { '/users': { post: { ...ok, summary: 'Add a user' } } } };
  expect(changes(old, other)).toEqual(['added POST /users: Add a user', '! removed /ideas: ']);
  expect(changes(old, documentOf({ ...ok, deprecated: true }))).toEqual([
    'deprecated GET /ideas: Do not use it in new programs.',
  ]);
  expect(changes(old, documentOf({ ...ok, security: [{ token: [] }] }))).toEqual([
    '! changed GET /ideas: Requires a token.',
  ]);
  expect(changes(old, documentOf({ responses: {} }))).toEqual(['! removed GET /ideas 200: ']);
});

test('added and removed types of webhooks are listed, the first ones together', () => {
  const withTypes = (...types: string[]) => ({
    ...documentOf(ok),
    webhooks: Object.fromEntries(types.map((type) => [type, { post: { ...ok, summary: 'An idea' } }])),
  });
  expect(changes(documentOf(ok), withTypes('idea.created', 'idea.updated'))).toEqual([
    'added webhooks: 2 types of events.',
  ]);
  expect(changes(withTypes('idea.created'), withTypes('idea.updated'))).toEqual([
    'added webhook idea.updated: An idea',
    '! removed webhook idea.created: ',
  ]);
});

test('changes of parameters are listed, and what existing requests do not fulfil is breaking', () => {
  const before = documentOf({
    ...ok,
    parameters: [query('a'), query('b'), query('sort', { schema: { enum: ['x', 'y'] } })],
  });
  const after = documentOf({
    ...ok,
    parameters: [
      query('a', { required: true }),
      query('sort', { schema: { enum: ['y', 'z'] }, deprecated: true }),
      query('c'),
      query('d', { required: true }),
    ],
  });
  expect(changes(before, after)).toEqual([
    '! changed GET /ideas query parameter a: Required.',
    'deprecated GET /ideas query parameter sort: ',
    'added GET /ideas query parameter sort: Value `z`.',
    '! removed GET /ideas query parameter sort: Value `x`.',
    'added GET /ideas query parameter c: ',
    '! added GET /ideas query parameter d: Required.',
    '! removed GET /ideas query parameter b: ',
  ]);
});

test('changes of fields are listed, and what existing programs do not expect is breaking', () => {
  const before = documentOf(idea, {
    Idea: {
      required: ['id'],
      properties: {
        id: { type: 'string' },
        slug: { type: 'string' },
        budget: { type: ['integer', 'null'] },
        gone: { type: 'string' },
        roles: { type: 'array', items: { type: 'object' } },
      },
    },
  });
  const after = documentOf(idea, {
    Idea: {
      properties: {
        id: { type: 'string' },
        slug: { type: ['string', 'null'] },
        budget: { type: 'integer' },
        roles: { type: 'array', items: { type: 'object', properties: { type: { type: 'string' } } } },
        author: { $ref: '#/components/schemas/User' },
      },
    },
  });
  expect(changes(before, after)).toEqual([
    '! changed Idea.id: Can be missing.',
    '! changed Idea.slug: Now string or null, was string.',
    'changed Idea.budget: Now integer, was integer or null.',
    'added Idea.roles[].type: String.',
    'added Idea.author: User.',
    '! removed Idea.gone: ',
  ]);
});

test('in requests, a lost type and a new required field are breaking', () => {
  const body = (schema: Schema) =>
    documentOf(
      {
        ...ok,
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Upload' } } } },
      },
      { Upload: schema },
    );
  const before = body({ properties: { name: { type: ['string', 'null'] }, size: { type: 'integer' } } });
  const after = body({
    required: ['kind'],
    properties: { name: { type: 'string' }, size: { type: ['integer', 'null'] }, kind: { type: 'string' } },
  });
  expect(changes(before, after)).toEqual([
    '! changed Upload.name: Now string, was string or null.',
    'changed Upload.size: Now integer or null, was integer.',
    '! added Upload.kind: String. Required.',
  ]);
});

test('each release is compared with the one before, and the feed has those that are released', async () => {
  const directory = await mkdtemp(path.join(tmpdir(), 'releases-'));
  const write = (name: string, content: unknown) =>
    writeFile(path.join(directory, name), JSON.stringify(content));
  const withField = (name: string) =>
    documentOf(idea, { Idea: { properties: { [name]: { type: 'string' } } } });
  await write('releases.json', [
    { version: '0.2.0', date: '2027-02-01' },
    { version: '0.1.0', date: '2026-11-22' },
  ]);
  await write('0.1.0.json', withField('a'));
  await write('released.json', withField('b'));

  const releases = await readReleases(directory, withField('c'));
  expect(
    releases.map(({ id, isFirst, changes }) => [id, isFirst, changes.map(({ subject }) => subject)]),
  ).toEqual([
    ['next', false, ['Idea.c', 'Idea.b']],
    ['v0.2.0', false, ['Idea.b', 'Idea.a']],
    ['v0.1.0', true, []],
  ]);
  expect((await readReleases(directory, withField('b'))).map(({ id }) => id)).toEqual(['v0.2.0', 'v0.1.0']);

  const page = 'https://portal.example/api/changes';
  const xml = atomFeed(releases, { title: 'A & B', author: 'C', page, self: `${page}.atom` });
  const feed = load(xml, { xml: true });
  expect(feed('feed > title').text()).toBe('A & B');
  expect(feed('feed > updated').text()).toBe('2027-02-01T00:00:00Z');
  expect(
    feed('entry > id')
      .toArray()
      .map((id) => feed(id).text()),
  ).toEqual([`${page}#v0.2.0`, `${page}#v0.1.0`]);
  expect(feed('entry').first().find('content').text()).toContain(
    '<strong>Breaking:</strong> removed <code>Idea.a</code>',
  );
});

test('the same change of several operations is one entry', () => {
  const added = (subject: string, text = 'New.') => ({ kind: 'added' as const, subject, text });
  const cursors = ['ideas', 'areas', 'users'].map((list) => `GET /api/v2/${list}`);
  expect(
    grouped([
      added('GET /api/v2/exports', 'List exports'),
      ...cursors.map((list) => added(`${list} query parameter cursor`)),
      added('GET /api/v2/ideas query parameter bbox'),
      added('Idea.title'),
    ]),
  ).toMatchObject([
    { subject: 'GET /api/v2/exports', operations: [] },
    { subject: 'query parameter cursor', text: 'New.', operations: cursors },
    { subject: 'GET /api/v2/ideas query parameter bbox', operations: [] },
    { subject: 'Idea.title', operations: [] },
  ]);
});
