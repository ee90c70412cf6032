import { readFileSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { highlighterFor } from '../src/highlighting/highlight';
import { codeOfHtml } from '../src/highlighting/html';
import { Anchors, slug, words } from '../src/reference/document/anchors';
import { compile } from '../src/reference/document/compile';
import { constraints } from '../src/reference/document/constraints';
import { expanded } from '../src/reference/document/expand';
import { html } from '../src/reference/document/markdown';
import { OperationPaths } from '../src/reference/document/operationPaths';
import { overviewOf } from '../src/reference/document/overview';
import { commonFilters, grouped, isFilter } from '../src/reference/document/parameterGroups';
import { readDocument } from '../src/reference/document/read';
import type { Field, Group, Operation, Shape } from '../src/reference/model';
import { filtered, pageOfAnchor } from '../src/reference/page/menuGroups';
import { highlight as highlightInBrowser } from '../src/reference/samples/highlight';
import { daysOf } from '../src/reference/tryit/DateRange';
import { tokenDetails } from '../src/reference/tryit/tokenDetails';

const source = path.join(__dirname, '../e2e/fixture/openapi.json');
const document = JSON.parse(readFileSync(source, 'utf8'));
/** Leaves code as it is. */
const plain = (code: string) => code;

const reference = compile(document, 'https://platform.example', plain);
const [group] = reference.groups;
const object = (id: string) => group?.objects.find((one) => one.id === id);
const operation = (id: string) => group?.operations.find((one) => one.id === id);
const field = (fields: Field[] | undefined, name: string) => fields?.find((one) => one.name === name);
const shapeOf = (name: string): Shape | undefined => field(object('everything')?.shape.fields, name)?.shape;

test('a recursive object is documented once and links to itself', () => {
  const fields = object('tree')?.shape.fields;
  expect(field(fields, 'parent')?.shape).toMatchObject({ link: { id: 'tree' }, nullable: true });
  expect(field(fields, 'branches')?.shape).toMatchObject({ name: 'list', items: { link: { id: 'tree' } } });
  expect(JSON.parse(object('tree')?.exampleHtml ?? '')).toEqual({ name: 'root', parent: null, branches: [] });
});

test('alternatives have a discriminator and link to their objects', () => {
  const { shape, exampleHtml } = object('shape') ?? {};
  expect(shape).toMatchObject({
    name: 'one of',
    discriminator: 'kind',
    variants: [{ link: { id: 'circle' } }, { link: { id: 'square' } }],
  });
  expect(JSON.parse(exampleHtml ?? '')).toEqual({ kind: 'circle', radius: 2 });
  expect(shapeOf('some')).toMatchObject({
    name: 'any of',
    variants: [{ name: 'boolean' }, { values: [{ value: 'maybe' }] }],
  });
});

test('the parts of an allOf are merged into one object', () => {
  const fields = object('everything')?.shape.fields;
  expect(field(fields, 'id')).toMatchObject({ required: true, readOnly: true, shape: { format: 'uuid' } });
  expect(field(fields, 'late')).toMatchObject({ required: true });
  expect(shapeOf('shape')).toMatchObject({ link: { id: 'shape' } });
  expect(JSON.parse(object('everything')?.exampleHtml ?? '').shape).toEqual({ kind: 'circle', radius: 2 });
});

test('every type and constraint is documented', () => {
  expect(shapeOf('late')).toEqual({ name: 'string', format: 'date-time', nullable: true });
  expect(shapeOf('either')).toMatchObject({
    name: 'one of',
    variants: [{ name: 'string' }, { name: 'integer' }],
  });
  expect(shapeOf('texts')).toEqual({ name: 'map', items: { name: 'string' } });
  expect(field(shapeOf('inner')?.fields, 'deep')).toMatchObject({
    id: 'everything-inner-deep',
    shape: { constraints: [['Multiple of', '5']] },
  });
  expect(field(object('everything')?.shape.fields, 'old')).toMatchObject({ deprecated: true });
  expect(shapeOf('any')).toEqual({ name: 'anything' });
  const [kind, radius] = object('circle')?.shape.fields ?? [];
  expect(kind?.shape).toEqual({ name: 'string', constraints: [['Constant', 'circle']] });
  expect(radius?.shape.constraints).toEqual([['Greater than', '0']]);
});

test('a short pattern is shown, a long one is not', () => {
  expect(constraints({ type: 'string', pattern: '^[a-z]+$' })).toEqual([['Pattern', '^[a-z]+$']]);
  expect(constraints({ type: 'string', pattern: `^(${'[0-9]'.repeat(20)})$` })).toEqual([]);
});

test('an operation has its parameters by location, all content types, and errors without codes', () => {
  const tree = operation('getTree');
  expect(tree).toMatchObject({ method: 'GET', path: '/base/trees/{id}', deprecated: true });
  expect(tree?.parameters.map(({ location }) => location)).toEqual(['path', 'query', 'header', 'cookie']);
  expect(tree?.responses[0]?.bodies.map(({ contentType }) => contentType)).toEqual([
    'application/json',
    'text/csv',
  ]);
  expect(tree?.responses[0]?.headers[0]).toMatchObject({
    id: 'getTree-200-ETag',
    description: 'The version.',
  });
  expect(tree?.errors).toEqual([
    { status: '404', description: 'There is no such tree.', codes: [], bodies: [] },
  ]);
  expect(tree?.request.token).toBe(true);
  const add = operation('addShape');
  expect(add?.request.token).toBeUndefined();
  expect(add).toMatchObject({
    bodyRequired: true,
    bodies: [{ contentType: 'application/json' }, { contentType: 'text/plain' }],
  });
});

test('parameters are grouped by what they are for, the own ones of a list first', () => {
  const query = (name: string) => ({ name, in: 'query' as const });
  const names = (parameters: Parameters<typeof grouped>[0]) =>
    grouped(parameters).map(({ title, parameters: members }) => [title, members.map(({ name }) => name)]);
  const shared = ['locale', 'page_size', 'format', 'created_at', 'fields', 'ids'].map(query);
  expect(names([...shared, query('author_id'), { name: 'id', in: 'path' }])).toEqual([
    ['Path parameters', ['id']],
    ['Filters', ['author_id', 'created_at', 'ids']],
    ['Pagination', ['page_size']],
    ['Output', ['fields', 'locale', 'format']],
  ]);
  expect(names([query('wait')])).toEqual([['Query parameters', ['wait']]]);
});

test('parameters that many operations share have a group', () => {
  const { components } = JSON.parse(readFileSync(path.join(__dirname, '../../openapi.json'), 'utf8'));
  const parameters = Object.values<Parameters<typeof grouped>[0][number]>(components.parameters);
  const filters = parameters.filter(isFilter).map(({ name }) => name);
  expect(filters.filter((name) => !commonFilters.includes(name))).toEqual([]);
});

test('an anchor of the complete reference leads to the page of what it is in', () => {
  const groups = [
    { id: 'idea-phases', title: 'Idea phases', description: '', entries: [] },
    {
      id: 'ideas',
      title: 'Ideas',
      description: '',
      entries: [
        { id: 'idea', title: 'The idea object', page: 'ideas/object' },
        { id: 'idea-phase', title: 'The idea phase object', page: 'idea-phases/object' },
        { id: 'listIdeas', title: 'List ideas', page: 'ideas/list', method: 'GET', path: '/ideas' },
      ],
    },
  ];
  expect(pageOfAnchor(groups, 'idea')).toBe('ideas/object');
  expect(pageOfAnchor(groups, 'idea-phase-votes')).toBe('idea-phases/object#idea-phase-votes');
  expect(pageOfAnchor(groups, 'listIdeas-locale')).toBe('ideas/list#listIdeas-locale');
  expect(pageOfAnchor(groups, 'ideas')).toBeUndefined();
  expect(pageOfAnchor(groups, 'idea-phases')).toBeUndefined();
});

test('the days of a date filter are read in its order', () => {
  expect(daysOf('2026-31-10,', 'day-first')).toEqual(['2026-10-31', '']);
  expect(daysOf('2026-31-10', 'day-first')).toEqual(['2026-10-31', '2026-10-31']);
  expect(daysOf(',2026-10-31', 'month-first')).toEqual(['', '2026-10-31']);
  expect(daysOf('2026-99-99,2026-30-02', 'day-first')).toEqual(['', '']);
  expect(daysOf('2026-10-31T10:00:00Z,', 'month-first')).toEqual(['', '']);
});

test('a token says whose it is, unless it is not a JWT', () => {
  const payload = Buffer.from('{"sub":"client-1","exp":1700000000}').toString('base64url');
  expect(tokenDetails(`e30.${payload}.sig`)).toEqual({ client: 'client-1', expiresAt: new Date(1.7e12) });
  expect(tokenDetails('the.token')).toEqual({});
});

test('an overview fails on a task with an unknown operation', () => {
  const task = { title: 'Plant a tree', text: '', operation: 'POST /base/forests' };
  expect(() => overviewOf(reference, [task])).toThrow('unknown operation: POST /base/forests');
});

test('an object that several groups use is documented in the group with its name', () => {
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const response = (schema: object) => ({
    responses: { 200: { description: '', content: { 'application/json': { schema } } } },
  });
  const list = (items: object) =>
    response({ type: 'object', properties: { items: { type: 'array', items } } });
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
    plain,
  );
  expect(groups.map(({ title, objects }) => [title, objects.map(({ id }) => id)])).toEqual([
    ['Ideas', ['idea']],
    ['Projects', []],
    ['Shared objects', ['gone']],
  ]);
});

test('webhooks are one page, with their common body once and the types by subject', () => {
  const hook = (data: object, example = {}) => ({
    post: {
      tags: ['Webhooks'],
      summary: 'A <b>',
      parameters: [{ name: 'webhook-id', in: 'header', example: 'msg_1', schema: { type: 'string' } }],
      requestBody: {
        content: {
          'application/json': {
            schema: { properties: { data } },
            example,
          },
        },
      },
      responses: { '2XX': { description: 'Received.' }, 410: { description: 'Paused.' } },
    },
  });
  const idea = { resource: { const: 'ideas' }, id: { type: 'string' } };
  const { groups } = compile(
    {
      openapi: '3.1.0',
      info: { title: '', version: '' },
      tags: [{ name: 'Webhooks', description: 'Requests.' }],
      webhooks: {
        'changes.available': hook({ properties: { count: { type: 'integer' } } }),
        'idea.created': hook({ $ref: '#/components/schemas/Data' }),
        'idea.deleted': hook({ $ref: '#/components/schemas/Data' }),
      },
      components: { schemas: { Data: { type: 'object', properties: idea } } },
    } as Parameters<typeof compile>[0],
    '',
    plain,
  );
  const [{ title = '', operations = [], webhooks } = {} as Partial<Group>] = groups;
  expect([title, operations, webhooks?.page]).toEqual(['Webhooks', [], 'webhooks']);
  expect(groups).toHaveLength(1);
  expect(webhooks?.headersHtml).toBe('content-type: application/json\nwebhook-id: msg_1');
  expect(webhooks?.responses.map(({ status }) => status)).toEqual(['2XX', '410']);
  const [data] = webhooks?.body.fields ?? [];
  expect(data?.shape.fields?.map(({ name, shape }) => [name, shape.constraints])).toEqual([
    ['resource', undefined],
    ['id', undefined],
  ]);
  expect(webhooks?.subjects.map((subject) => [subject.title, subject.events.map(({ id }) => id)])).toEqual([
    ['Idea', ['webhook-idea.created', 'webhook-idea.deleted']],
    ['Other events', ['webhook-changes.available']],
  ]);
  const [created] = webhooks?.subjects[0]?.events ?? [];
  const [available] = webhooks?.subjects[1]?.events ?? [];
  expect(created).toMatchObject({ description: 'A &lt;b&gt;', fields: [] });
  expect(available?.fields.map(({ name }) => name)).toEqual(['data']);
  expect(reference.groups.some((one) => one.webhooks)).toBe(false);
});

test('a document that is missing, not JSON or invalid is rejected with the reason', async () => {
  const directory = await mkdtemp(path.join(tmpdir(), 'reference-'));
  const expectRejection = async (text: string, reason: RegExp) => {
    const file = path.join(directory, 'openapi.json');
    await writeFile(file, text);
    await expect(readDocument(file)).rejects.toThrow(reason);
  };
  await expect(readDocument(path.join(directory, 'none.json'))).rejects.toThrow(
    /Cannot read an OpenAPI document from .*FOLKMOOT_OPENAPI/s,
  );
  await expectRejection('{', /openapi\.json is not JSON/);
  await expectRejection(
    '{"openapi": "3.1.0", "info": {"title": "x"}, "paths": {}}',
    /is not valid:\n {2}\/info must have required property 'version'/,
  );
  await expect(async () =>
    compile(
      { ...document, paths: { '/a': { get: { responses: { 200: { $ref: '#/nowhere' } } } } } },
      '',
      plain,
    ),
  ).rejects.toThrow('has no #/nowhere');
});

test('anchors are unique and readable', () => {
  const anchors = new Anchors();
  expect(anchors.reserve('listIdeas-topic_ids[]')).toBe('listIdeas-topic_ids');
  expect(anchors.reserve('listIdeas-topic_ids')).toBe('listIdeas-topic_ids-2');
  expect(words('EmailCampaign')).toBe('email campaign');
  expect(slug('email_campaigns')).toBe('email-campaigns');
});

test('descriptions are rendered from Markdown with HTML escaped', () => {
  expect(html('One `a` and **b**')).toBe('One <code translate="no">a</code> and <strong>b</strong>');
  expect(html('<script>x</script>')).not.toContain('<script>');
  expect(html('a\n\nb')).toBe('<p>a</p>\n<p>b</p>');
  expect(html()).toBe('');
});

test('the menu filter requires every word in title, method, path or group', () => {
  const groups = [
    {
      id: 'files',
      title: 'Files',
      theme: 'Files',
      description: 'A document of a project.',
      entries: [
        { id: 'uploadFile', title: 'Upload a file', page: 'files/upload', method: 'POST', path: '/files' },
      ],
    },
    {
      id: 'ideas',
      title: 'Ideas',
      theme: 'Participation',
      description: 'An idea, which people can vote for.',
      entries: [{ id: 'listIdeas', title: 'List ideas', page: 'ideas/list', method: 'GET', path: '/ideas' }],
    },
  ];
  const found = (filter: string) =>
    filtered(groups, filter).flatMap(({ entries }) => entries.map(({ id }) => id));
  expect(found('  ')).toEqual(['uploadFile', 'listIdeas']);
  expect(found('post')).toEqual(['uploadFile']);
  expect(found('list IDEAS')).toEqual(['listIdeas']);
  expect(found('list files')).toEqual([]);
});

test('the menu filter finds groups by theme and description unless a group has that title', () => {
  const group = (title: string, theme: string, description: string, ...entries: string[]) => ({
    id: title,
    title,
    theme,
    description,
    entries: [`List ${title}`, ...entries].map((name) => ({
      id: name,
      title: name,
      page: name,
      method: 'GET',
      path: `/${title}`,
    })),
  });
  const groups = [
    group('users', 'People', 'A user.'),
    group('phases', 'Projects', 'A period of a project.', 'Get a vote'),
    group('baskets', 'Voting', "Votes of one person's, sent by users."),
  ];
  const found = (filter: string) =>
    filtered(groups, filter).flatMap(({ entries }) => entries.map(({ title }) => title));
  expect(found('vote')).toEqual(['Get a vote', 'List baskets']);
  expect(found('people')).toEqual(['List users']);
  expect(found('users')).toEqual(['List users']);
  expect(found('baskets')).toEqual(['List baskets']);
});

test('an operation has a page named after its group and what it does', () => {
  const paths = new OperationPaths();
  expect(paths.reserve('Ideas', 'listIdeas')).toBe('ideas/list');
  expect(paths.reserve('Ideas', 'getIdea')).toBe('ideas/get');
  expect(paths.reserve('Email campaign deliveries', 'listDeletedEmailCampaignDeliveries')).toBe(
    'email-campaign-deliveries/deleted',
  );
  expect(paths.reserve('Email campaign deliveries', 'getEmailCampaignDelivery')).toBe(
    'email-campaign-deliveries/get',
  );
  expect(paths.reserve('Phases', 'listProjectPhases')).toBe('phases/project');
  expect(paths.reserve('Authentication', 'authenticate')).toBe('authenticate');
  expect(paths.reserve('', 'get /trees/{id}')).toBe('get-trees-id');
  expect(paths.reserve('', 'Ideas')).toBe('ideas');
  expect(paths.reserve('', 'Ideas')).toBe('ideas-2');
  expect(paths.reserve('', 'changes')).toBe('changes-2');
  expect(paths.reserve('', 'all')).toBe('all-2');
  expect(paths.reserveObject('Ideas', 'idea')).toBe('ideas/object');
  expect(paths.reserveObject('Shared objects', 'deleted-item')).toBe('objects/deleted-item');
});

test('the page of an operation has the fields of its objects with unique anchors', () => {
  const objects = new Map(group?.objects.map((one) => [one.id, one]));
  const page = expanded(operation('getTree') as Operation, objects);
  const [tree] = page.responses[0]?.bodies ?? [];
  // An object inside itself remains a link.
  expect(field(tree?.shape.fields, 'parent')?.shape).toMatchObject({ link: { id: 'tree' }, nullable: true });
  expect(field(tree?.shape.fields, 'parent')?.shape.fields).toBeUndefined();
  const shape = expanded(operation('addShape') as Operation, objects).bodies[0]?.shape.fields?.[0];
  expect(shape?.id).toBe('addShape-shape');
  expect(shape?.shape.variants?.map(({ fields }) => fields?.map(({ id }) => id))).toEqual([
    ['addShape-shape-kind', 'addShape-shape-radius'],
    ['addShape-shape-kind-2', 'addShape-shape-side'],
  ]);
});

test('groups are in the order of their themes', () => {
  const item = (tag: string) => ({ get: { operationId: tag, tags: [tag], responses: {} } });
  const { groups } = compile(
    {
      openapi: '3.1.0',
      info: { title: '', version: '' },
      tags: [{ name: 'Areas' }, { name: 'Baskets' }, { name: 'Projects' }],
      'x-tagGroups': [
        { name: 'Places', tags: ['Projects', 'Areas'] },
        { name: 'Voting', tags: ['Baskets'] },
      ],
      paths: { '/a': item('Areas'), '/b': item('Baskets'), '/p': item('Projects'), '/o': item('Other') },
    } as unknown as Parameters<typeof compile>[0],
    '',
    plain,
  );
  expect(groups.map(({ title, theme }) => [title, theme])).toEqual([
    ['Projects', 'Places'],
    ['Areas', 'Places'],
    ['Baskets', 'Voting'],
    ['Other', undefined],
  ]);
});

test('keys and values of maps are described, and personal data is marked', () => {
  const { groups } = compile(
    {
      openapi: '3.1.0',
      info: { title: '', version: '' },
      paths: {
        '/people': {
          get: {
            operationId: 'listPeople',
            responses: {
              200: {
                description: '',
                content: {
                  'application/json': {
                    schema: {
                      type: 'object',
                      properties: {
                        email: {
                          type: ['string', 'null'],
                          'x-personal-data': true,
                          'x-access': {
                            pseudonymous: 'pseudonym',
                            anonymous: 'withheld',
                            public: 'withheld',
                          },
                        },
                        images: {
                          type: 'object',
                          additionalProperties: { type: 'string', description: 'Its *URL*.' },
                          'x-additionalPropertiesName': 'variant',
                        },
                      },
                    },
                  },
                },
              },
            },
          },
        },
      },
    } as Parameters<typeof compile>[0],
    '',
    plain,
  );
  const fields = groups[0]?.operations[0]?.responses[0]?.bodies[0]?.shape.fields;
  expect(field(fields, 'email')?.personal).toBe(true);
  expect(field(fields, 'email')?.access).toEqual([
    { levels: ['pseudonymous'], text: 'pseudonym' },
    { levels: ['anonymous', 'public'], text: 'withheld' },
  ]);
  expect(field(fields, 'images')?.personal).toBeUndefined();
  expect(field(fields, 'images')?.access).toBeUndefined();
  expect(field(fields, 'images')?.shape).toEqual({
    name: 'map',
    key: 'variant',
    valueDescription: 'Its <em>URL</em>.',
    items: { name: 'string' },
  });
});

test('highlighting does not change code', async () => {
  const samples = {
    json: '{\n  "a<b": [1.5, true, null],\n\n  "text": "&amp; \\n" }',
    bash: "# note\ncurl 'https://a.example?b=c&d=e' \\\n  --header 'A: b' > \"$file\"",
    text: '<plain> & simple',
    python: 'def f(x):\n  return f"{x}" # end',
  };
  const highlight = await highlighterFor(Object.keys(samples));
  for (const [language, code] of Object.entries(samples)) {
    expect(codeOfHtml(highlight(code, language)), language).toBe(code);
    expect(codeOfHtml(highlightInBrowser(code)), language).toBe(code);
  }
  expect(highlight(samples.text, 'text')).toBe('&lt;plain&gt; &amp; simple');
  expect(highlight('{"a": [1, true, "b"]}', 'json')).toBe(
    '{<span class="hl-property">"a"</span>: [<span class="hl-number">1</span>, <span class="hl-keyword">true</span>, <span class="hl-string">"b"</span>]}',
  );
  expect(highlight('# note\ncurl -X GET', 'bash')).toMatch(/hl-comment.*\n.*hl-function/);
});

test('code in an unknown language is rejected', async () => {
  await expect(highlighterFor(['klingon'])).rejects.toThrow('Shiki has no language "klingon"');
});

test('enum values have their meanings, in fields, parameters and list items', () => {
  const meanings = { spring: 'Leaves *appear*.', autumn: 'Leaves fall.' };
  const season = {
    type: 'string',
    enum: ['spring', 'autumn', 'winter', null],
    'x-enum-descriptions': meanings,
  };
  const values = [
    { value: 'spring', meaning: 'Leaves <em>appear</em>.' },
    { value: 'autumn', meaning: 'Leaves fall.' },
    { value: 'winter' },
  ];
  const { groups } = compile(
    {
      openapi: '3.1.0',
      info: { title: '', version: '' },
      paths: {
        '/trees': {
          get: {
            operationId: 'listTrees',
            parameters: [{ name: 'season', in: 'query', schema: season }],
            responses: {
              200: {
                description: '',
                content: { 'application/json': { schema: { $ref: '#/components/schemas/Tree' } } },
              },
            },
          },
        },
      },
      components: {
        schemas: {
          Season: season,
          Tree: {
            type: 'object',
            properties: {
              season: { $ref: '#/components/schemas/Season' },
              seasons: { type: 'array', items: season },
            },
          },
        },
      },
    } as Parameters<typeof compile>[0],
    '',
    plain,
  );
  const [operation] = groups[0]?.operations ?? [];
  expect(operation?.parameters[0]?.parameters[0]?.shape.values).toEqual(values);
  const fields = operation?.responses[0]?.bodies[0]?.shape.fields;
  expect(field(fields, 'season')?.shape.values).toEqual(values);
  expect(field(fields, 'seasons')?.shape.items?.values).toEqual(values);
});
