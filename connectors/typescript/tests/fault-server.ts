import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';

/** What the server does with one request; `closed` closes the connection without a response, `truncated` within the body. */
export type Reply =
  | { status?: number; body?: unknown; headers?: Record<string, string> }
  | 'closed'
  | 'truncated';

interface ReceivedRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  authorization: string | undefined;
  body: string;
}

export interface FaultServer {
  url: string;
  /** The requests for tokens, which get `token-1`, `token-2` and so on, valid for an hour. */
  tokenRequests: ReceivedRequest[];
  /** All other requests. */
  requests: ReceivedRequest[];
}

interface Replies {
  /** The replies to requests for tokens; a token after the last one. */
  tokens?: Reply[];
  /** The replies to other requests, in order; further requests fail. */
  api: Reply[];
}

/** Starts a server that returns these replies and stops with the test. */
export async function startFaultServer(
  test: TestContext,
  { tokens = [], api }: Replies,
): Promise<FaultServer> {
  const tokenRequests: ReceivedRequest[] = [];
  const requests: ReceivedRequest[] = [];
  const server = createServer(async (request, response) => {
    const received = await read(request);
    if (received.path === '/oauth/token') {
      const count = tokenRequests.push(received);
      const token = {
        access_token: `token-${count}`,
        token_type: 'Bearer',
        expires_in: 3600,
        scope: 'access:full',
      };
      send(response, tokens[count - 1] ?? { body: token });
    } else {
      send(response, api[requests.push(received) - 1] ?? { status: 599 });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  test.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, tokenRequests, requests };
}

async function read(request: IncomingMessage): Promise<ReceivedRequest> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const { authorization } = request.headers;
  const body = Buffer.concat(chunks).toString();
  return { method: request.method ?? '', path: pathname, query: searchParams, authorization, body };
}

function send(response: ServerResponse, reply: Reply): void {
  if (reply === 'closed') {
    response.socket?.destroy();
  } else if (reply === 'truncated') {
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '100' });
    response.write('{"ideas":', () => response.socket?.destroy());
  } else {
    const { status = 200, body = '', headers = {} } = reply;
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
    response.end(text);
  }
}

/** A problem document with this code. */
export const problem = (status: number, code: string, headers: Record<string, string> = {}): Reply => ({
  status,
  headers: { 'Content-Type': 'application/problem+json', ...headers },
  body: {
    type: `https://platform.example/guides#${code}`,
    title: 'Title',
    status,
    detail: 'Detail',
    request_id: 'r-1',
  },
});

/** A page of ideas with these ids. */
export const page = (
  ids: string[],
  current_page = 1,
  total_pages = 1,
  headers: Record<string, string> = {},
): Reply => ({
  headers,
  body: { ideas: ids.map((id) => ({ id })), meta: { current_page, total_pages } },
});
