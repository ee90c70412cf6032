import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { type Change, Folkmoot, type SyncState } from 'folkmoot';
import { fakeClock } from './fake-clock.js';
import { type FaultServer, page, type Reply, startFaultServer } from './fault-server.js';

const date = 'Thu, 01 Jan 2026 12:00:00 GMT';
const noon = '2026-01-01T12:00:00.000Z';

/** A page of deleted ideas. */
const deleted = (ids: string[]): Reply => ({
  headers: { Date: date },
  body: {
    deleted_items: ids.map((id) => ({ id, type: 'Idea', deleted_at: noon })),
    meta: { current_page: 1, total_pages: ids.length },
  },
});

interface Outcome {
  server: FaultServer;
  changes: Change<'ideas'>[];
  state: SyncState;
}

async function sync(test: TestContext, api: Reply[], state?: SyncState): Promise<Outcome> {
  const server = await startFaultServer(test, { api });
  const client = new Folkmoot({ url: server.url, token: 'given', environment: fakeClock() });
  const sync = client.sync(state, { resources: ['ideas'] });
  const changes: Change<'ideas'>[] = [];
  for await (const change of sync) changes.push(change);
  return { server, changes, state: sync.state };
}

const ids = (changes: Change<'ideas'>[]) =>
  changes.map((change) => `${change.action} ${change.action === 'upsert' ? change.record.id : change.id}`);

test('the first sync reads the list, and the state has the time of the server', async (t) => {
  const { server, changes, state } = await sync(t, [deleted([]), page(['a', 'b']), deleted([])]);
  assert.deepEqual(ids(changes), ['upsert a', 'upsert b']);
  assert.deepEqual(state, { since: { ideas: noon } });
  assert.equal(server.requests[1]?.query.get('updated_at'), null);
});

test('later syncs read changes and deletions since two days before the last sync', async (t) => {
  const last = { since: { ideas: '2025-12-31T00:00:00.000Z', projects: noon } };
  const { server, changes, state } = await sync(
    t,
    [deleted(['x']), page(['a']), deleted(['x']), deleted(['x'])],
    last,
  );
  assert.deepEqual(ids(changes), ['upsert a', 'delete x']);
  const [, list, , deletions] = server.requests;
  assert.equal(list?.query.get('updated_at'), '2025-12-29T00:00:00.000Z,');
  assert.equal(deletions?.path, '/api/v2/ideas/deleted');
  assert.equal(deletions?.query.get('deleted_at'), '2025-12-29T00:00:00.000Z,');
  assert.deepEqual(state, { since: { ideas: noon, projects: noon } });
  assert.equal(last.since.ideas, '2025-12-31T00:00:00.000Z');
});

test('a list is read again if a record was deleted meanwhile, which can hide another one', async (t) => {
  const { changes, state } = await sync(t, [
    deleted([]),
    page(['a', 'c']),
    deleted(['x']),
    page(['a', 'b', 'c']),
    deleted(['x']),
  ]);
  assert.deepEqual(ids(changes), ['upsert a', 'upsert c', 'upsert a', 'upsert b', 'upsert c']);
  assert.deepEqual(state, { since: { ideas: noon } });
});

test('if records are deleted during every reading, the next sync starts from the same time', async (t) => {
  const replies = [1, 2, 3, 4].flatMap((count) => [page(['a']), deleted(Array(count).fill('x'))]);
  const { changes, state } = await sync(t, [deleted([]), ...replies]);
  assert.equal(changes.length, 4);
  assert.deepEqual(state, { since: {} });
});

test('a sync that ends early does not advance the resource', async (t) => {
  const server = await startFaultServer(t, { api: [deleted([]), page(['a', 'b'])] });
  const sync = new Folkmoot({ url: server.url, token: 'given' }).sync(undefined, { resources: ['ideas'] });
  for await (const _ of sync) break;
  assert.deepEqual(sync.state, { since: {} });
});
