import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { ApiError, ConnectionError, FileRejectedError, Folkmoot, type RetryOptions } from 'folkmoot';
import { fakeClock } from './fake-clock.js';
import { page, problem, type Reply, startFaultServer } from './fault-server.js';

async function connect(test: TestContext, api: Reply[], retry: RetryOptions = {}) {
  const server = await startFaultServer(test, { api });
  const clock = fakeClock();
  return {
    server,
    clock,
    client: new Folkmoot({ url: server.url, token: 'given', retry, environment: clock }),
  };
}

const upload = { name: 'a.txt', project_id: 'p', content: new Blob(['text']) };

test('a read is repeated after closed connections and errors of a proxy, after growing waits', async (t) => {
  const badGateway = { status: 502, body: '<html>', headers: { 'Content-Type': 'text/html' } };
  const { server, client, clock } = await connect(t, [
    'closed',
    badGateway,
    'truncated',
    { status: 504 },
    page(['a']),
  ]);
  assert.deepEqual(await client.ideas.list().toArray(), [{ id: 'a' }]);
  assert.equal(server.requests.length, 5);
  assert.deepEqual(clock.waits, [250, 500, 1000, 2000]);
});

test('Retry-After in seconds and as a date is the minimum wait', async (t) => {
  const date = new Date(fakeClock().time + 7000 + 2250).toUTCString();
  const { client, clock } = await connect(t, [
    problem(429, 'too-many-requests', { 'Retry-After': '2' }),
    problem(503, 'unavailable', { 'Retry-After': date }),
    page([]),
  ]);
  await client.ideas.list().toArray();
  assert.deepEqual(clock.waits, [2250, 7000 + 250 - 250]);
});

test('a Retry-After beyond the maximum wait is an error at once', async (t) => {
  const limited = problem(429, 'too-many-requests', { 'Retry-After': '61' });
  const { client, clock } = await connect(t, [limited], { maximumWaitSeconds: 60 });
  await assert.rejects(client.ideas.list().toArray(), { code: 'too-many-requests', retryAfter: 61_000 });
  assert.deepEqual(clock.waits, []);
});

test('waits are limited, and attempts too', async (t) => {
  const { server, client, clock } = await connect(t, Array(9).fill({ status: 503 }), {
    attempts: 9,
    maximumWaitSeconds: 20,
  });
  await assert.rejects(client.ideas.list().toArray(), { name: 'ApiError', status: 503, code: undefined });
  assert.equal(server.requests.length, 9);
  assert.deepEqual(clock.waits, [250, 500, 1000, 2000, 4000, 8000, 10_000, 10_000]);
});

test('a failed connection is a ConnectionError without the parameters of the request', async (t) => {
  const { client } = await connect(t, ['closed'], { attempts: 1 });
  await assert.rejects(client.ideas.list({ author_id: 'person' }).toArray(), (error: unknown) => {
    assert(error instanceof ConnectionError);
    assert.match(error.message, /api\/v2\/ideas failed$/);
    assert(error.cause instanceof Error);
    return true;
  });
});

test('errors of the request are not repeated, and have the fields of the problem', async (t) => {
  const body = {
    type: 'https://platform.example/guides/reference-problems#invalid-parameter-value-enum',
    title: 'Invalid value for an enum parameter',
    status: 400,
    detail: 'Accepted values are: idea, survey.',
    parameter_name: 'type',
    parameter_value: 'x',
    allowed_values: ['idea', 'survey'],
    request_id: 'r-7',
  };
  const { server, client } = await connect(t, [{ status: 400, body }]);
  await assert.rejects(client.ideas.list().toArray(), (error: unknown) => {
    assert(error instanceof ApiError);
    const { code, detail, requestId, parameterName, parameterValue, allowedValues, message } = error;
    assert.deepEqual(
      { code, detail, requestId, parameterName, parameterValue, allowedValues, message },
      {
        code: 'invalid-parameter-value-enum',
        detail: body.detail,
        requestId: 'r-7',
        parameterName: 'type',
        parameterValue: 'x',
        allowedValues: ['idea', 'survey'],
        message: body.detail,
      },
    );
    return true;
  });
  assert.equal(server.requests.length, 1);
});

for (const reply of ['closed', 'truncated', problem(503, 'unavailable'), { status: 502 }] as const) {
  const name = typeof reply === 'string' ? reply : `status ${reply.status}`;
  test(`an upload that may have been stored is not repeated: ${name}`, async (t) => {
    const { server, client } = await connect(t, [reply]);
    await assert.rejects(client.files.upload(upload));
    assert.equal(server.requests.length, 1);
  });
}

test('an upload is repeated completely after status 429', async (t) => {
  const file = { status: 201, body: { file: { id: 'f' } } };
  const { server, client } = await connect(t, [
    problem(429, 'too-many-requests', { 'Retry-After': '1' }),
    file,
  ]);
  assert.equal((await client.files.upload(upload)).id, 'f');
  const [first, second] = server.requests.map(({ body }) => body);
  assert.deepEqual(JSON.parse(second ?? ''), {
    file: { name: 'a.txt', project_id: 'p', content: btoa('text') },
  });
  assert.equal(first, second);
});

test('a stream is uploaded once only', async (t) => {
  const { server, client } = await connect(t, [problem(429, 'too-many-requests')]);
  const content = new Blob(['text']).stream();
  await assert.rejects(client.files.upload({ ...upload, content }), { code: 'too-many-requests' });
  assert.equal(server.requests.length, 1);
});

test('the errors of a rejected file are listed by field', async (t) => {
  const errors = { files_projects: [{ error: 'invalid' }], content: null };
  const { client } = await connect(t, [{ status: 422, body: { errors } }]);
  await assert.rejects(client.files.upload(upload), (error: unknown) => {
    assert(error instanceof FileRejectedError);
    assert.deepEqual(error.errors, errors);
    assert.equal(error.message, 'the file was rejected: files_projects: invalid');
    return true;
  });
});

test('an aborted call rejects with the reason and sends nothing more', async (t) => {
  const server = await startFaultServer(t, { api: [problem(503, 'unavailable'), page([])] });
  const controller = new AbortController();
  const sleep = async () => controller.abort(new Error('stopped'));
  const client = new Folkmoot({ url: server.url, token: 'given', environment: { sleep } });
  await assert.rejects(client.ideas.list({}, { signal: controller.signal }).toArray(), {
    message: 'stopped',
  });
  assert.equal(server.requests.length, 1);
});
