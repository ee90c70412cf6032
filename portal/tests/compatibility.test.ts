import { expect, test } from '@playwright/test';
import { announcedSubjects, isAnnounced } from '../src/changes/announced';
import { change } from '../src/changes/change';
import { compare } from '../src/changes/compare';
import type { OpenApiDocument, Schema } from '../src/reference/document/openapi';

const json = (schema: Schema) => ({ 'application/json': { schema } });
const ref = (part: string) => ({ $ref: `#/components/${part}` });

const released = {
  openapi: '3.1.0',
  info: { title: '', version: '' },
  paths: {
    '/ideas': {
      get: {
        operationId: 'listIdeas',
        security: [],
        parameters: [
          { name: 'sort', in: 'query', schema: { type: 'string', enum: ['new', 'old'] } },
          ref('parameters/PageSize'),
        ],
        responses: {
          200: {
            headers: { 'X-Request-Id': { schema: { type: 'string' } } },
            content: json({
              type: 'object',
              required: ['ideas'],
              properties: { ideas: { type: 'array', items: ref('schemas/Idea') } },
            }),
          },
          404: {},
        },
      },
      post: {
        operationId: 'createIdea',
        requestBody: { content: json(ref('schemas/NewIdea')) },
        responses: { 201: {} },
      },
    },
  },
  components: {
    parameters: {
      PageSize: { name: 'page_size', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 24 } },
    },
    schemas: {
      Idea: {
        type: 'object',
        required: ['id', 'status'],
        properties: {
          id: { type: 'string', format: 'uuid' },
          status: { type: 'string', enum: ['proposed', 'accepted'] },
          parent: { anyOf: [ref('schemas/Idea'), { type: 'null' }] },
          texts: { type: 'object', additionalProperties: { type: 'string' } },
        },
      },
      NewIdea: {
        type: 'object',
        required: ['title'],
        properties: { title: { type: 'string', maxLength: 80 }, weight: { type: ['integer', 'null'] } },
      },
    },
  },
};

const list = 'paths./ideas.get';
const sort = `${list}.parameters.0.schema`;
const page = `${list}.responses.200.content.application/json.schema`;
const idea = 'components.schemas.Idea';
const newIdea = 'components.schemas.NewIdea';
const pageSize = 'components.parameters.PageSize';
const gone = Symbol();

/** The values that a document has at some of its paths instead of those of the released one. */
type Edits = Record<string, unknown>;

const compatible: Record<string, Edits> = {
  'no change': {},
  'a new path': { 'paths./projects': { get: { responses: {} } } },
  'a new operation': { 'paths./ideas.delete': { responses: {} } },
  'a new optional parameter': { [`${list}.parameters.2`]: { name: 'author', in: 'query', schema: {} } },
  'a new response field': { [`${idea}.properties.likes`]: { type: 'integer' } },
  'a new required response field': {
    [`${idea}.properties.likes`]: { type: 'integer' },
    [`${idea}.required.2`]: 'likes',
  },
  'a new value in a response': { [`${idea}.properties.status.enum.2`]: 'rejected' },
  'a new value of a parameter': { [`${sort}.enum.2`]: 'random' },
  'a wider limit': { [`${pageSize}.schema.maximum`]: 100 },
  'no limit': { [`${pageSize}.schema.maximum`]: gone },
  'a new optional request field': { [`${newIdea}.properties.body`]: { type: 'string' } },
  'a request field that became optional': { [`${newIdea}.required`]: [] },
  'a further type of a request field': { [`${newIdea}.properties.title.type`]: ['string', 'null'] },
  'a new status': { [`${list}.responses.503`]: {} },
  'an error that is gone': { [`${list}.responses.404`]: gone },
  'other texts': {
    [`${idea}.description`]: 'An idea.',
    [`${idea}.properties.status.x-enum-descriptions`]: { accepted: 'Yes.' },
  },
  'a response field that is missing only if a new parameter selects others': {
    [`${idea}.required`]: [],
    [`${idea}.x-selected-by`]: 'fields',
  },
  'a field that moves into allOf': {
    [idea]: { allOf: [ref('schemas/Base'), released.components.schemas.Idea] },
    [`${idea}.allOf.1.properties.id`]: gone,
    'components.schemas.Base': { properties: { id: released.components.schemas.Idea.properties.id } },
  },
  'another name of a parameter component': {
    [`${list}.parameters.1`]: ref('parameters/Limit'),
    'components.parameters': { Limit: released.components.parameters.PageSize },
  },
  'another name of a schema': {
    [`${page}.properties.ideas.items`]: ref('schemas/Proposal'),
    'components.schemas.Proposal': released.components.schemas.Idea,
  },
};

/** Breaking changes and their subjects. */
const breaking: Record<string, [Edits, string]> = {
  'a removed path': [{ 'paths./ideas': gone }, '/ideas'],
  'a removed operation': [{ [list]: gone }, 'GET /ideas'],
  'another operationId': [{ [`${list}.operationId`]: 'ideas' }, 'GET /ideas'],
  'a token that is now needed': [{ [`${list}.security`]: [{ token: [] }] }, 'GET /ideas'],
  'a removed parameter': [
    { [`${list}.parameters`]: [ref('parameters/PageSize')] },
    'GET /ideas query parameter sort',
  ],
  'a new required parameter': [
    { [`${list}.parameters.2`]: { name: 'author', in: 'query', required: true, schema: {} } },
    'GET /ideas query parameter author',
  ],
  'a parameter that becomes required': [
    { [`${pageSize}.required`]: true },
    'GET /ideas query parameter page_size',
  ],
  'a parameter with fewer values': [{ [`${sort}.enum`]: ['new'] }, 'GET /ideas query parameter sort'],
  'a parameter with a narrower type': [{ [`${sort}.type`]: 'integer' }, 'GET /ideas query parameter sort'],
  'a parameter with a narrower limit': [
    { [`${pageSize}.schema.maximum`]: 10 },
    'GET /ideas query parameter page_size',
  ],
  'a parameter with a pattern': [{ [`${sort}.pattern`]: '^n' }, 'GET /ideas query parameter sort'],
  'a removed response': [{ [`${list}.responses.200`]: gone }, 'GET /ideas 200'],
  'a removed header': [{ [`${list}.responses.200.headers`]: {} }, 'GET /ideas 200 header X-Request-Id'],
  'a removed content type': [{ [`${list}.responses.200.content`]: {} }, 'GET /ideas 200 application/json'],
  'a removed field of a named schema': [{ [`${idea}.properties.id`]: gone }, 'Idea.id'],
  'a removed field of an inline schema': [{ [`${page}.properties.ideas`]: gone }, 'GET /ideas 200.ideas'],
  'a response field that may be missing': [{ [`${idea}.required`]: ['id'] }, 'Idea.status'],
  'a response field that may be null': [{ [`${idea}.properties.id.type`]: ['string', 'null'] }, 'Idea.id'],
  'a response field of another type': [{ [`${idea}.properties.id.type`]: 'integer' }, 'Idea.id'],
  'a response field of another format': [{ [`${idea}.properties.id.format`]: 'uri' }, 'Idea.id'],
  'a response value that is gone': [{ [`${idea}.properties.status.enum`]: ['accepted'] }, 'Idea.status'],
  'a response without its enumeration': [{ [`${idea}.properties.status.enum`]: gone }, 'Idea.status'],
  'another alternative in a response': [
    { [`${idea}.properties.parent.anyOf.2`]: { type: 'string' } },
    'Idea.parent',
  ],
  'another type of the values of a map': [
    { [`${idea}.properties.texts.additionalProperties.type`]: 'integer' },
    'Idea.texts.*',
  ],
  'a new required request field': [
    { [`${newIdea}.properties.body`]: { type: 'string' }, [`${newIdea}.required.1`]: 'body' },
    'NewIdea.body',
  ],
  'a request field that becomes required': [{ [`${newIdea}.required.1`]: 'weight' }, 'NewIdea.weight'],
  'a removed request field': [{ [`${newIdea}.properties.weight`]: gone }, 'NewIdea.weight'],
  'a request field without null': [{ [`${newIdea}.properties.weight.type`]: 'integer' }, 'NewIdea.weight'],
  'a request field with a shorter text': [{ [`${newIdea}.properties.title.maxLength`]: 40 }, 'NewIdea.title'],
  'a request that refuses unknown fields': [{ [`${newIdea}.additionalProperties`]: false }, 'NewIdea'],
  'a request body that becomes required': [
    { 'paths./ideas.post.requestBody.required': true },
    'POST /ideas request',
  ],
};

function edited(edits: Edits) {
  const document = structuredClone(released);
  for (const [path, value] of Object.entries(edits)) {
    const names = path.split('.');
    const last = names.pop() as string;
    const parent = names.reduce<Record<string, unknown>>(
      (part, name) => part[name] as Record<string, unknown>,
      document,
    );
    if (value === gone) delete parent[last];
    else parent[last] = structuredClone(value);
  }
  return document;
}

const breakingSubjects = (edits: Edits) =>
  compare(released as unknown as OpenApiDocument, edited(edits) as unknown as OpenApiDocument)
    .filter((change) => change.breaking)
    .map(({ subject }) => subject);

test('compatible changes pass', () => {
  for (const [name, edits] of Object.entries(compatible)) expect(breakingSubjects(edits), name).toEqual([]);
});

test('a breaking change is found once, at its subject', () => {
  for (const [name, [edits, subject]] of Object.entries(breaking)) {
    expect(breakingSubjects(edits), name).toEqual([subject]);
  }
});

test('only breaking lines of the unreleased section announce', () => {
  const changelog = `# Changelog

## Unreleased

- \`Idea.mentioned\`: not under its heading.

### Breaking

- \`Idea.votes\`: removed; use \`Idea.likes\`.
- \`GET /ideas query parameter sort\`: gone.

### Added

- \`Idea.likes\`

## 0.1.0

### Breaking

- \`Idea.old\`: gone.
`;
  expect(announcedSubjects(changelog, 'Breaking')).toEqual(['Idea.votes', 'GET /ideas query parameter sort']);
  const released = changelog.slice(changelog.indexOf('## 0.1.0'));
  expect(announcedSubjects(released, 'Breaking')).toEqual([]);
});

test('a limit that the server enforced is documented', () => {
  const changelog =
    '## Unreleased\n\n### Documented\n\n- `* query parameter created_at`: the form of its dates.\n';
  const subject = 'GET /ideas query parameter created_at';
  const limit = { ...change('changed', subject, '', true), limit: true };
  expect(isAnnounced(limit, changelog)).toBe(true);
  expect(isAnnounced(change('removed', subject, '', true), changelog)).toBe(false);
  expect(isAnnounced({ ...limit, subject: 'GET /ideas query parameter sort' }, changelog)).toBe(false);
});
