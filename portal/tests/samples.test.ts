import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@playwright/test';
import { missing, runProgram } from '../e2e/support/programs';
import { completeSample, sample } from '../src/reference/samples';
import { type Language, languages } from '../src/reference/samples/languages';
import { buildRequest, type RequestTemplate } from '../src/reference/samples/request';

const list: RequestTemplate = {
  method: 'GET',
  path: '/api/v2/ideas',
  token: true,
  parameters: [
    { name: 'page_size', in: 'query', example: '24' },
    { name: 'created_at', in: 'query', example: '2020-31-12,', isShown: true },
  ],
};

const textFile: RequestTemplate = { ...list, path: '/api/v2/votes.csv', returnsText: true };

const body = {
  file: { name: 'It\'s "new" \\ `5` %s\nand more', tags: ['a', 2, true, null], empty: {}, none: [] },
};

const change: RequestTemplate = {
  method: 'PATCH',
  path: '/api/v2/files/{id}',
  token: true,
  parameters: [
    { name: 'id', in: 'path', required: true, example: 'a/b' },
    { name: 'type', in: 'query', required: true, example: 'x & y' },
  ],
  body: { type: 'application/json', text: JSON.stringify(body) },
};

const removal: RequestTemplate = { ...change, method: 'DELETE', body: undefined };

const upload: RequestTemplate = {
  method: 'POST',
  path: '/api/v2/files',
  token: true,
  parameters: [],
  body: {
    type: 'application/json',
    text: JSON.stringify({ file: { name: 'minutes.txt', content: 'Zg==', project_id: '100% `$HOME`' } }),
    file: { content: ['file', 'content'], name: ['file', 'name'] },
  },
};

const tokenRequest: RequestTemplate = {
  method: 'POST',
  path: '/api/v2/authenticate',
  parameters: [],
  body: { type: 'application/json', text: '{"auth": {"client_id": "a", "client_secret": "b"}}' },
};

interface Received {
  method?: string;
  url?: string;
  authorization?: string;
  type?: string;
  body: unknown;
}

let server: Server;
let url: string;
let received: Received[];

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  server = createServer(async (request, response) => {
    received.push(await readRequest(request));
    if (request.url?.includes('.csv')) {
      response.setHeader('Content-Type', 'text/csv');
      response.end('comment-id,vote\r\n0,1\r\n');
      return;
    }
    response.setHeader('Content-Type', 'application/json');
    response.end(request.url?.endsWith('/authenticate') ? '{"jwt":"issued"}' : '{"ok": true}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

test.beforeEach(() => {
  received = [];
});

test.afterAll(() => {
  server.closeAllConnections();
  server.close();
});

async function readRequest(request: IncomingMessage): Promise<Received> {
  let text = '';
  for await (const part of request) text += part;
  const { authorization, 'content-type': type } = request.headers;
  return { method: request.method, url: request.url, authorization, type, body: text && JSON.parse(text) };
}

for (const language of Object.keys(languages) as Language[]) {
  test(`the sample in ${languages[language]} sends the requests that it shows`, async () => {
    test.skip(missing(language) !== undefined, missing(language));
    const content = 'Minutes, "quoted"\n';
    for (const template of [list, change, removal]) {
      await runProgram(language, sample(language, template, { server: url }));
    }
    await runProgram(language, completeSample(language, upload, { server: url, tokenRequest }), {
      'minutes.txt': content,
    });
    expect(received).toEqual([
      expect.objectContaining({
        method: 'GET',
        url: '/api/v2/ideas?created_at=2020-31-12,',
        authorization: 'Bearer YOUR_TOKEN',
        body: '',
      }),
      {
        method: 'PATCH',
        url: '/api/v2/files/a%2Fb?type=x%20%26%20y',
        authorization: 'Bearer YOUR_TOKEN',
        type: expect.stringMatching(/^application\/json/),
        body,
      },
      expect.objectContaining({ method: 'DELETE', url: '/api/v2/files/a%2Fb?type=x%20%26%20y', body: '' }),
      expect.objectContaining({
        method: 'POST',
        url: '/api/v2/authenticate',
        authorization: undefined,
        body: { auth: { client_id: 'a', client_secret: 'b' } },
      }),
      {
        method: 'POST',
        url: '/api/v2/files',
        authorization: 'Bearer issued',
        type: expect.stringMatching(/^application\/json/),
        body: {
          file: {
            name: 'minutes.txt',
            content: Buffer.from(content).toString('base64'),
            project_id: '100% `$HOME`',
          },
        },
      },
    ]);
  });
}

for (const language of Object.keys(languages) as Language[]) {
  test(`the sample in ${languages[language]} prints a response that is text`, async () => {
    test.skip(missing(language) !== undefined, missing(language));
    const printed = await runProgram(language, sample(language, textFile, { server: url }));
    expect(printed.replaceAll('\r', '')).toContain('comment-id,vote\n0,1\n');
  });
}

test('the JavaScript sample runs as a CommonJS file and as a module', async () => {
  const code = sample('javascript', upload, { server: url, tokenRequest });
  for (const name of ['sample.js', 'sample.cjs', 'sample.mjs']) {
    await runProgram('javascript', code, { 'minutes.txt': 'x' }, name);
  }
  expect(received.filter(({ url }) => url === '/api/v2/files')).toHaveLength(3);
});

test('samples in every language contain method, URL, token and all values of the body', () => {
  const simple = {
    ...change,
    body: { type: 'application/json', text: '{"file": {"name": "plan", "size": 7}}' },
  };
  const server = 'https://platform.example';
  for (const language of Object.keys(languages) as Language[]) {
    const code = sample(language, simple, { server });
    expect(code, language).toContain(`${server}/api/v2/files/a%2Fb?type=x%20%26%20y`);
    expect(code, language).toMatch(/patch/i);
    expect(code, language).toContain('Bearer YOUR_TOKEN');
    for (const value of ['file', 'name', 'plan', '7']) expect(code, language).toContain(value);
    expect(sample(language, list, { server }), language).not.toContain('page_size');
  }
});

test('samples contain the token, parameters and body that the reader entered', () => {
  const entered = {
    server: '',
    tokenRequest,
    token: 'mine',
    values: new Map([
      ['query page_size', '7'],
      ['path id', 'x'],
    ]),
  };
  for (const language of Object.keys(languages) as Language[]) {
    const code = sample(language, list, entered);
    expect(code, language).toContain('/api/v2/ideas?page_size=7');
    expect(code, language).toContain('Bearer mine');
    expect(code, language).not.toContain('authenticate');
    const changed = sample(language, upload, { ...entered, body: '{"file": {"name": "own.txt"}}' });
    expect(changed, language).toContain('own.txt');
    expect(changed, language).not.toMatch(/base64/i);
  }
});

test('requests omit empty parameters, and send a token only to operations that need one', () => {
  const values = new Map([
    ['query page_size', '24'],
    ['query other', 'unknown'],
  ]);
  expect(buildRequest(list, { server: '', values, token: 't' })).toEqual({
    method: 'GET',
    url: '/api/v2/ideas?page_size=24',
    headers: [['Authorization', 'Bearer t']],
  });
  expect(
    buildRequest({ ...list, token: undefined }, { server: '', values: new Map(), token: 't' }).headers,
  ).toEqual([]);
  expect(buildRequest(change, { server: '', values, body: 'no json' }).body).toEqual({ text: 'no json' });
});
