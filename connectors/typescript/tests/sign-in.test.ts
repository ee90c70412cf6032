import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { ApiError, Folkmoot, FolkmootError, SignInError } from 'folkmoot';
import { fakeClock } from './fake-clock.js';
import { page, problem, startFaultServer } from './fault-server.js';

const credentials = { clientId: 'client:1', clientSecret: 'fms secret' };

async function connect(test: TestContext, replies: Parameters<typeof startFaultServer>[1]) {
  const server = await startFaultServer(test, replies);
  const clock = fakeClock();
  return { server, clock, client: new Folkmoot({ url: server.url, ...credentials, environment: clock }) };
}

const bearers = (requests: { authorization: string | undefined }[]) =>
  requests.map(({ authorization }) => authorization);

test('the first request signs in with the encoded id and secret, and later ones reuse the token', async (t) => {
  const { server, client } = await connect(t, { api: [page([]), page([])] });
  await client.ideas.list().toArray();
  await client.ideas.list().toArray();
  assert.deepEqual(
    server.tokenRequests.map(({ method, body, authorization }) => [method, body, authorization]),
    [['POST', 'grant_type=client_credentials', `Basic ${btoa('client%3A1:fms+secret')}`]],
  );
  assert.deepEqual(bearers(server.requests), ['Bearer token-1', 'Bearer token-1']);
});

test('simultaneous requests share one sign-in', async (t) => {
  const { server, client } = await connect(t, { api: [page([]), page([]), page([])] });
  await Promise.all([1, 2, 3].map(() => client.ideas.list().toArray()));
  assert.equal(server.tokenRequests.length, 1);
});

test('a token is renewed a minute before it expires', async (t) => {
  const { server, client, clock } = await connect(t, { api: [page([]), page([]), page([])] });
  await client.ideas.list().toArray();
  clock.time += 3600_000 - 60_001;
  await client.ideas.list().toArray();
  clock.time += 1;
  await client.ideas.list().toArray();
  assert.deepEqual(bearers(server.requests), ['Bearer token-1', 'Bearer token-1', 'Bearer token-2']);
});

for (const code of ['expired-token', 'invalid-token']) {
  test(`after ${code} the request is sent once more, with a new token`, async (t) => {
    const { server, client, clock } = await connect(t, { api: [problem(401, code), page(['a'])] });
    assert.equal((await client.ideas.list().toArray()).length, 1);
    assert.deepEqual(bearers(server.requests), ['Bearer token-1', 'Bearer token-2']);
    assert.deepEqual(clock.waits, []);
  });
}

test('a second rejected token is an error', async (t) => {
  const { server, client } = await connect(t, {
    api: [problem(401, 'expired-token'), problem(401, 'expired-token')],
  });
  await assert.rejects(client.ideas.list().toArray(), {
    name: 'ApiError',
    status: 401,
    code: 'expired-token',
  });
  assert.equal(server.requests.length, 2);
});

test('a revoked client is an error without another attempt', async (t) => {
  const { server, client } = await connect(t, { api: [problem(401, 'revoked-client')] });
  await assert.rejects(client.ideas.list().toArray(), { code: 'revoked-client' });
  assert.equal(server.tokenRequests.length, 1);
});

test('a rejected secret is a SignInError, and the next call signs in again', async (t) => {
  const rejected = { status: 401, body: { error: 'invalid_client', error_description: 'Wrong secret.' } };
  const { server, client } = await connect(t, { tokens: [rejected], api: [page([])] });
  await assert.rejects(client.ideas.list().toArray(), (error: unknown) => {
    assert(error instanceof SignInError);
    assert.deepEqual([error.code, error.message], ['invalid_client', 'Wrong secret.']);
    return true;
  });
  await client.ideas.list().toArray();
  assert.equal(server.tokenRequests.length, 2);
});

test('a sign-in is repeated after temporary failures', async (t) => {
  const { server, client, clock } = await connect(t, {
    tokens: [problem(429, 'too-many-requests', { 'Retry-After': '3' }), 'closed'],
    api: [page([])],
  });
  await client.ideas.list().toArray();
  assert.equal(server.tokenRequests.length, 3);
  assert.deepEqual(clock.waits, [3250, 500]);
});

test('a URL that is not that of a platform is reported', async (t) => {
  const { client } = await connect(t, { tokens: [{ body: { hello: 'world' } }], api: [] });
  await assert.rejects(client.ideas.list().toArray(), FolkmootError);
});

test('a given token is sent, and cannot be renewed', async (t) => {
  const server = await startFaultServer(t, { api: [problem(401, 'expired-token')] });
  const client = new Folkmoot({ url: server.url, token: 'given' });
  await assert.rejects(client.ideas.list().toArray(), ApiError);
  assert.deepEqual(bearers(server.requests), ['Bearer given']);
});

test('a function that returns tokens is called again after the token has expired', async (t) => {
  const server = await startFaultServer(t, { api: [page([]), problem(401, 'expired-token'), page([])] });
  let count = 0;
  const client = new Folkmoot({ url: server.url, token: async () => `given-${++count}` });
  await client.ideas.list().toArray();
  await client.ideas.list().toArray();
  assert.deepEqual(bearers(server.requests), ['Bearer given-1', 'Bearer given-1', 'Bearer given-2']);
});

test('the URL can be that of the platform or of the API', async (t) => {
  const server = await startFaultServer(t, { api: [page([]), page([]), page([])] });
  for (const url of [server.url, `${server.url}/`, `${server.url}/api/v2/`]) {
    await new Folkmoot({ url, token: 'given' }).ideas.list().toArray();
  }
  assert.deepEqual([...new Set(server.requests.map(({ path }) => path))], ['/api/v2/ideas']);
  assert.throws(() => new Folkmoot({ url: 'ftp://platform.example', token: 'given' }), TypeError);
});
