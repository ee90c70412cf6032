import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import test, { after, before } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Folkmoot, type RecordOf, resourceNames, type SyncChange, type SyncState } from 'folkmoot';
import { type Platform, startPlatform } from './platform.js';

let platform: Platform;
let client: Folkmoot;

before(async () => {
  platform = await startPlatform();
  client = new Folkmoot({ url: platform.url, ...platform.client });
});

after(() => platform.stop());

/** A copy of the records, as a program would store it. */
class Copy {
  readonly records = new Map<string, object>();
  /** How many changes were applied. */
  changes = 0;

  apply(change: SyncChange): void {
    this.changes += 1;
    if (change.action === 'clear') {
      for (const key of this.records.keys())
        if (key.startsWith(`${change.resource} `)) this.records.delete(key);
    } else if (change.action === 'upsert') {
      this.records.set(`${change.resource} ${change.key}`, change.record);
    } else {
      this.records.delete(`${change.resource} ${change.key}`);
    }
  }

  async sync(state?: SyncState): Promise<SyncState> {
    const sync = client.sync(state);
    for await (const change of sync) this.apply(change);
    return sync.state;
  }
}

test('every list is walked, and every record has its declared type of id', async () => {
  const counts: Record<string, number> = {};
  for (const name of resourceNames) {
    const list: AsyncIterable<object> = client.resource(name).list();
    const seen = new Set<string>();
    for await (const record of list) seen.add(JSON.stringify({ ...record, url: undefined }));
    const streamed: AsyncIterable<object> = client.resource(name).stream();
    for await (const record of streamed)
      assert(seen.has(JSON.stringify({ ...record, url: undefined })), name);
    counts[name] = seen.size;
    const { meta } = await firstPage(name);
    assert.equal(seen.size, meta.total_pages, name);
  }
  const { access, resources } = await client.platform();
  assert.equal(access, 'full');
  assert.deepEqual(Object.fromEntries(resources.map(({ name, records }) => [name, records])), counts);
  assert.equal(Object.keys(counts).length, 21);
  assert(
    Object.values(counts).every((count) => count > 0),
    JSON.stringify(counts),
  );
});

test('a walk returns each record once while others are imported', async () => {
  const importTopics = async (count: number) => {
    const now = new Date().toISOString();
    const ids = Array.from({ length: count }, () => randomUUID());
    platform.importRecords({
      topics: ids.map((id) => ({ id, title: 'New', created_at: now, updated_at: now })),
    });
    while ((await client.topics.list({ ids: ids.slice(0, 1) }).toArray()).length === 0) await setTimeout(50);
  };
  await importTopics(100);
  const before = await client.topics.list({ fields: ['id'] }).toArray();
  const walked: string[] = [];
  for await (const { records } of client.topics.list({ fields: ['id'] }).pages()) {
    walked.push(...records.map(({ id }) => id));
    if (walked.length <= 72) await importTopics(50);
  }
  const unique = new Set(walked);
  assert.equal(unique.size, walked.length);
  assert(before.every(({ id }) => unique.has(id)));
});

/** The first page of a list with one record on each page, so that `total_pages` is the number of records. */
async function firstPage(name: (typeof resourceNames)[number]) {
  for await (const page of client.resource(name).list({ page_size: 1 }).pages()) return page;
  throw new Error(`${name} has no pages`);
}

test('records can be filtered, and requested one by one', async () => {
  const [project] = await client.projects.list({ publication_status: 'published' }).toArray();
  assert(project);
  const ideas = await client.ideas.list({ project_id: project.id, type: 'idea' }).toArray();
  assert(ideas.every((idea) => idea.project_id === project.id && idea.type === 'idea'));
  assert.deepEqual(await client.projects.get(project.id), project);
  const phases = await client.projects.phases(project.id).toArray();
  assert(phases.every((phase) => phase.project_id === project.id));
  await assert.rejects(client.projects.get('00000000-0000-4000-8000-000000000000'), {
    code: 'record-not-found',
  });
});

test('a range of timestamps includes both ends', async () => {
  const ideas = await client.ideas.list().toArray();
  const times = ideas.map(({ created_at }) => created_at).sort();
  const [from = '', to = ''] = [times[10], times[20]];
  const found = await client.ideas.list({ created_at: { from: new Date(from), to: new Date(to) } }).toArray();
  assert.deepEqual(
    found.map(({ id }) => id).sort(),
    ideas
      .filter(({ created_at }) => created_at >= from && created_at <= to)
      .map(({ id }) => id)
      .sort(),
  );
});

test('selected fields are the only ones, and typed', async () => {
  const list = client.ideas.list({ fields: ['id', 'title'], sort: 'updated_at' });
  const ideas: { id: string; title: string }[] = await list.toArray();
  assert(ideas.every((idea) => Object.keys(idea).join() === 'id,title'));
  const all: RecordOf<'ideas'>[] = await client.ideas.list().toArray();
  assert.deepEqual(
    ideas.map(({ id }) => all.find((idea) => idea.id === id)?.updated_at),
    all.map(({ updated_at }) => updated_at).sort(),
  );
  // @ts-expect-error: the record does not contain the body.
  const body = (await client.ideas.get(all[0]?.id ?? '', { fields: ['id'] })).body;
  assert.equal(body, undefined);
});

test('an unknown value of an enumeration is an error with the allowed values', async () => {
  // @ts-expect-error: not a type of ideas.
  await assert.rejects(client.ideas.list({ type: 'vote' }).toArray(), {
    code: 'invalid-parameter-value-enum',
    parameterName: 'type',
    allowedValues: ['idea', 'survey'],
  });
});

test('a wrong secret is rejected', async () => {
  const { clientId } = platform.client;
  const wrong = new Folkmoot({ url: platform.url, clientId, clientSecret: 'wrong' });
  await assert.rejects(wrong.ideas.list().toArray(), { name: 'SignInError', code: 'invalid_client' });
});

test('a file is uploaded from a Blob and from a stream, changed, downloaded and deleted', async () => {
  const [project] = await client.projects.list({ page_size: 1 }).toArray();
  const project_id = project?.id ?? '';
  // More than one slice of the Base64 encoder, and not a multiple of three bytes.
  const content = new Blob([new Uint8Array(3_000_001).map((_, index) => (index % 26) + 97)]);
  const bytes = new Uint8Array(await content.arrayBuffer());
  const hash = (data: ArrayBuffer | Uint8Array) =>
    createHash('sha256').update(new Uint8Array(data)).digest('hex');

  for (const source of [content, content.stream(), bytes]) {
    const file = await client.files.upload({
      name: 'letters.txt',
      project_id,
      category: 'report',
      content: source,
    });
    assert.deepEqual([file.name, file.size, file.category], ['letters.txt', bytes.length, 'report']);
    for (const from of [file, file.id]) {
      const download = await client.files.download(from);
      assert.equal(hash(await download.arrayBuffer()), hash(bytes));
    }
    assert.equal((await client.files.update(file.id, { category: 'policy' })).category, 'policy');
    await client.files.delete(file.id);
    await assert.rejects(client.files.delete(file.id), { code: 'record-not-found' });
  }
  const upload = { name: 'letters.txt', project_id: '00000000-0000-4000-8000-000000000000', content };
  await assert.rejects(client.files.upload(upload), { name: 'FileRejectedError' });
});

test('a file of the file system is uploaded', async () => {
  const [project] = await client.projects.list({ page_size: 1 }).toArray();
  const content = await openAsBlob(fileURLToPath(new URL('../../package.json', import.meta.url)));
  const file = await client.files.upload({ name: 'package.json', project_id: project?.id ?? '', content });
  assert.equal(file.size, content.size);
});

test('the first sync reads everything, the next one only what changed and what was deleted', async () => {
  const copy = new Copy();
  const first = await copy.sync();
  const idea = await client.ideas.list({ type: 'idea' }).toArray();
  const attendance = (await client.event_attendances.list({ page_size: 1 }).toArray())[0];
  const changed = { ...idea[0], title: 'A new title', title_multiloc: undefined, updated_at: future(1) };
  const { value: page } = await client.changes().next();
  platform.importRecords({
    ideas: [changed],
    deleted_items: [{ id: attendance?.id, type: 'EventAttendance', deleted_at: future(1) }],
  });
  // The lists show an import within a second.
  for await (const { changes } of client.changes(page?.next, { waitSeconds: 60 })) assert(changes.length > 0);
  const changes = copy.changes;
  await copy.sync(first);
  assert.equal((copy.records.get(`ideas ${changed.id}`) as typeof changed).title, 'A new title');
  assert.equal(copy.records.has(`event_attendances ${attendance?.id}`), false);
  assert(copy.changes - changes < 20, `${copy.changes - changes} changes`);

  const fresh = new Copy();
  await fresh.sync();
  const contents = ({ records }: Copy) =>
    [...records].map(([key, record]) => [key, JSON.stringify({ ...record, url: undefined })]).sort();
  assert.deepEqual(contents(copy), contents(fresh));
});

/** A timestamp that no other record of the platform has reached. */
const future = (minutes: number) =>
  new Date(Math.ceil(Date.now() / 86_400_000) * 86_400_000 + minutes * 60_000).toISOString();
