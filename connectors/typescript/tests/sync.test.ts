import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { Folkmoot, type SyncChange, type SyncState } from 'folkmoot';
import { fakeClock } from './fake-clock.js';
import { type FaultServer, problem, type Reply, startFaultServer } from './fault-server.js';

const a = { id: 'a', created_at: '2026-01-02T00:00:00.000Z' };
const b = { id: 'b', created_at: '2026-01-01T00:00:00.000Z' };

const lines = (...records: object[]): Reply => ({
  body: records.map((record) => `${JSON.stringify(record)}\n`).join(''),
});

/** A page of changes, after which the cursor is `next`. */
const changes = (next: string, found: object[] = [], more = false): Reply => ({
  body: { changes: found, meta: { next, more } },
});

const upsert = { resource: 'ideas', id: 'b', action: 'upsert', changed_at: '', record: b };
const removed = {
  resource: 'idea_topics',
  id: null,
  action: 'delete',
  changed_at: '',
  record: { idea_id: 'a', topic_id: 't' },
};

async function start(test: TestContext, api: Reply[]): Promise<{ server: FaultServer; client: Folkmoot }> {
  const server = await startFaultServer(test, { api });
  return { server, client: new Folkmoot({ url: server.url, token: 'given', environment: fakeClock() }) };
}

async function sync(client: Folkmoot, state?: SyncState) {
  const found: SyncChange<'ideas' | 'idea_topics'>[] = [];
  const sync = client.sync(state, { resources: ['ideas', 'idea_topics'] });
  for await (const change of sync) found.push(change);
  return {
    changes: found.map((each) =>
      [each.action, each.resource, 'key' in each ? each.key : ''].join(' ').trim(),
    ),
    state: sync.state,
  };
}

const paths = (server: FaultServer) => server.requests.map(({ path }) => path.replace('/api/v2/', ''));

test('the first sync gets a cursor, reads the lists, and applies the changes since the cursor', async (t) => {
  const { server, client } = await start(t, [
    changes('1'),
    lines(a),
    lines(removed.record),
    changes('2', [upsert, removed]),
  ]);
  const first = await sync(client);
  assert.deepEqual(first.changes, [
    'clear ideas',
    'upsert ideas a',
    'clear idea_topics',
    'upsert idea_topics a t',
    'upsert ideas b',
    'delete idea_topics a t',
  ]);
  assert.deepEqual(first.state, { cursor: '2', resources: ['ideas', 'idea_topics'] });
  assert.deepEqual(paths(server), ['changes', 'ideas', 'idea_topics', 'changes']);
  assert.equal(server.requests[3]?.query.get('after'), '1');
});

test('later syncs read only changes, page by page', async (t) => {
  const { server, client } = await start(t, [changes('2', [upsert], true), changes('3', [removed])]);
  const later = await sync(client, { cursor: '1', resources: ['ideas', 'idea_topics'] });
  assert.deepEqual(later.changes, ['upsert ideas b', 'delete idea_topics a t']);
  assert.equal(later.state.cursor, '3');
  assert.deepEqual(
    server.requests.map(({ query }) => [query.get('after'), query.get('resources')]),
    ['1', '2'].map((after) => [after, 'ideas,idea_topics']),
  );
});

test('an expired state, and one of other resources, are read again', async (t) => {
  const again = [changes('1'), lines(), lines(), changes('2')];
  const { client } = await start(t, [problem(410, 'changes-expired'), ...again, ...again]);
  for (const resources of [['ideas', 'idea_topics'], ['ideas']] as const) {
    const found = await sync(client, { cursor: '0', resources });
    assert.deepEqual(found.changes, ['clear ideas', 'clear idea_topics']);
  }
});

test('a sync that ends early has no state', async (t) => {
  const { client } = await start(t, [changes('1')]);
  const unfinished = client.sync(undefined, { resources: ['ideas'] });
  for await (const _ of unfinished) break;
  assert.throws(() => unfinished.state, TypeError);
});

test('a client that waits for changes sends the number of seconds', async (t) => {
  const { server, client } = await start(t, [changes('2')]);
  for await (const page of client.changes('1', { waitSeconds: 20, limit: 5 })) assert.equal(page.next, '2');
  assert.equal(server.requests[0]?.query.toString(), 'after=1&limit=5&wait=20');
});

test('a stream that breaks off is resumed after the last complete record', async (t) => {
  const { server, client } = await start(t, [{ body: `${JSON.stringify(a)}\n{"id"` }, lines(b)]);
  const records: object[] = [];
  for await (const record of client.ideas.stream({ type: 'idea' })) records.push(record);
  assert.deepEqual(records, [a, b]);
  assert.equal(
    server.requests[1]?.query.toString(),
    'type=idea&resume_after=2026-01-02T00%3A00%3A00.000Z%2Ca',
  );
});

test('a stream in another order is not resumed', async (t) => {
  const { client } = await start(t, [{ body: `${JSON.stringify(a)}\n{"id"` }]);
  await assert.rejects(
    async () => {
      for await (const _ of client.ideas.stream({ sort: '-likes_count' }));
    },
    { name: 'ConnectionError' },
  );
});
