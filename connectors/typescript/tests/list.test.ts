import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { Folkmoot } from 'folkmoot';
import { nextLink } from '../src/link.js';
import { page, type Reply, startFaultServer } from './fault-server.js';

async function connect(test: TestContext, api: Reply[]) {
  const server = await startFaultServer(test, { api });
  return { server, client: new Folkmoot({ url: server.url, token: 'given' }) };
}

const queries = (requests: { query: URLSearchParams }[]) => requests.map(({ query }) => query.toString());
const ids = (records: { id: string }[]) => records.map(({ id }) => id);

test('pages follow the link with the relation next, whatever its host and path', async (t) => {
  const first = {
    Link: '</api/v2/ideas?page_number=1>; rel="first", <?page_size=24&page_number=2>; rel="next"',
  };
  const second = { Link: '<https://other.example/v9/ideas?cursor=a%2Cb>; rel="last next"' };
  const { server, client } = await connect(t, [
    page(['a'], 1, 9, first),
    page(['b'], 2, 9, second),
    page(['c'], 1, 9, { Link: '<?page_number=1>; rel="first"' }),
  ]);
  assert.deepEqual(ids(await client.ideas.list({ project_id: 'p' }).toArray()), ['a', 'b', 'c']);
  assert.deepEqual(queries(server.requests), [
    'page_size=24&project_id=p&cursor=start',
    'page_size=24&page_number=2',
    'cursor=a%2Cb',
  ]);
  assert(server.requests.every(({ path }) => path === '/api/v2/ideas'));
});

test('without Link headers, pages are counted', async (t) => {
  const { server, client } = await connect(t, [page(['a'], 1, 2), page(['b'], 2, 2)]);
  assert.deepEqual(ids(await client.ideas.list().toArray()), ['a', 'b']);
  assert.deepEqual(queries(server.requests), ['page_size=24&cursor=start', 'page_size=24&page_number=2']);
});

test('other orders are read by page number', async (t) => {
  const { server, client } = await connect(t, [page([]), page([]), page([]), page([])]);
  await client.ideas.list({ sort: '-updated_at' }).toArray();
  await client.ideas.list({ sort: '-created_at' }).toArray();
  await client.files.list({ search: 'minutes' }).toArray();
  await client.ideas.list({ search: 'bike' }).toArray();
  assert.deepEqual(
    server.requests.map(({ query }) => query.get('cursor')),
    [null, 'start', null, 'start'],
  );
});

test('an empty list has no further pages', async (t) => {
  const { server, client } = await connect(t, [page([], 1, 0)]);
  assert.deepEqual(await client.ideas.list().toArray(), []);
  assert.equal(server.requests.length, 1);
});

test('pages are requested only when they are read', async (t) => {
  const { server, client } = await connect(t, [page(['a', 'b'], 1, 2)]);
  for await (const { id } of client.ideas.list({ page_size: 2 })) if (id === 'b') break;
  assert.deepEqual(queries(server.requests), ['page_size=2&cursor=start']);
});

test('a list that links to itself is an error instead of an endless loop', async (t) => {
  const { client } = await connect(t, [
    page(['a'], 1, 1, { Link: '<?page_size=24&cursor=start>; rel=next' }),
  ]);
  await assert.rejects(client.ideas.list().toArray(), /links to a page that was read already/);
});

test('dates are written as timestamps, lists with commas, and absent values are left out', async (t) => {
  const { server, client } = await connect(t, [page([]), page([])]);
  const from = new Date('2026-03-01T00:00:00Z');
  await client.ideas
    .list({ created_at: { from }, topic_ids: ['x', 'y'], project_id: undefined, author_id: null, locale: '' })
    .toArray();
  await client.ideas
    .list({ updated_at: { from, to: new Date('2026-03-02T00:00:00Z') }, created_at: '2026-31-01' })
    .toArray();
  assert.deepEqual(
    server.requests.map(({ query }) => Object.fromEntries(query)),
    [
      { page_size: '24', cursor: 'start', created_at: '2026-03-01T00:00:00.000Z,', topic_ids: 'x,y' },
      {
        page_size: '24',
        cursor: 'start',
        updated_at: '2026-03-01T00:00:00.000Z,2026-03-02T00:00:00.000Z',
        created_at: '2026-31-01',
      },
    ],
  );
});

test('a parameter that would match everything or nothing by mistake is rejected', async (t) => {
  const { server, client } = await connect(t, []);
  assert.throws(() => client.ideas.list({ topic_ids: [] }), { name: 'TypeError', message: /topic_ids/ });
  const date = new Date() as unknown as string;
  assert.throws(() => client.ideas.list({ created_at: date }), {
    name: 'TypeError',
    message: /from: new Date/,
  });
  assert.equal(server.requests.length, 0);
});

test('Link headers are read as RFC 8288 defines them', () => {
  assert.equal(nextLink('<a>; rel=next'), 'a');
  assert.equal(nextLink('<a,b;c>;title="x, <y>; rel=next";REL="Next last"'), 'a,b;c');
  assert.equal(nextLink('<a>; rel="nextish", <b>; rel="prev"'), undefined);
  assert.equal(nextLink(''), undefined);
});
