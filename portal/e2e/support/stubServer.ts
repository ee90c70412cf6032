import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One response of a stub server; without it, the server closes the connection. */
export type StubResponse =
  | [status: number, body?: object | string, headers?: Record<string, string>]
  | 'closed';

export interface StubServer {
  url: string;
  /** The requests that the server received, such as `GET /ideas`. */
  requests: string[];
  stop(): void;
}

/** A server that returns these responses in order, the last one also to all later requests. */
export async function startStubServer(responses: StubResponse[]): Promise<StubServer> {
  const requests: string[] = [];
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    const next = responses[Math.min(requests.length, responses.length - 1)] ?? 'closed';
    requests.push(`${request.method} ${request.url} ${request.headers.authorization ?? ''}`.trim());
    if (next === 'closed') {
      request.socket.destroy();
      return;
    }
    const [status, body = '', headers = {}] = next;
    const isText = typeof body === 'string';
    response.writeHead(status, { 'Content-Type': isText ? 'text/html' : 'application/json', ...headers });
    response.end(isText ? body : JSON.stringify(body));
  };
  const server = createServer((request, response) => {
    request.on('end', () => handle(request, response)).resume();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
