import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ProblemDocument } from '../../src/api/problem';
import { problem, type Reply, respond } from './operations';
import { respondPublic } from './public';
import { createState, type FakeState } from './state';
import { readBuild } from './static';

/** The policy of the console: nothing inline, nothing from other hosts. */
export const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self'; connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/** What happens to a request instead of a response of the fake server. */
type Fault = 'disconnect' | (Partial<Omit<ProblemDocument, 'type'>> & { code?: string }) | Promise<unknown>;

interface PlannedFault {
  method: string;
  path: RegExp;
  fault: Fault;
  isPermanent: boolean;
}

/** A small server of the admin API and of the built console, for tests of the console alone. */
export class FakeServer {
  readonly state: FakeState;
  /** Every request to the admin API, as `GET /clients`. */
  readonly requests: string[] = [];
  private readonly faults: PlannedFault[] = [];
  private readonly server: Server;

  constructor(state: Partial<FakeState> = {}) {
    this.state = createState(state);
    this.server = createServer((request, response) => void this.handle(request, response));
  }

  async start(port = 0): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(port, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop() {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** Lets the next request fail, or wait for a promise. */
  failOnce(method: string, path: RegExp, fault: Fault) {
    this.faults.push({ method, path, fault, isPermanent: false });
  }

  /** Lets requests fail until `recover` is called. */
  fail(method: string, path: RegExp, fault: Fault) {
    this.faults.push({ method, path, fault, isPermanent: true });
  }

  recover() {
    this.faults.length = 0;
  }

  private async handle(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url ?? '/', 'http://fake');
    if (!url.pathname.startsWith('/admin')) return respondPublic(this.state, url, response);
    if (!url.pathname.startsWith('/admin/api/')) return sendFile(url.pathname, response);
    const body = await readBody(request);
    const path = url.pathname.slice('/admin/api'.length);
    const method = request.method ?? 'GET';
    this.requests.push(`${method} ${path}${url.search}`);
    const fault = this.takeFault(method, path);
    if (fault === 'disconnect') return void response.destroy();
    if (fault instanceof Promise) await fault;
    const isProblem = fault && !(fault instanceof Promise);
    const reply = isProblem
      ? problem(
          fault.status ?? 500,
          fault.code ?? 'internal-error',
          fault.title ?? 'Internal error',
          fault.detail,
          fault.parameter_name,
        )
      : respond(this.state, {
          method,
          path,
          query: url.searchParams,
          body,
          cookie: /folkmoot_admin=([^;]+)/.exec(request.headers.cookie ?? '')?.[1],
          csrfToken: request.headers['x-csrf-token'] as string | undefined,
        });
    sendReply(reply, response);
  }

  private takeFault(method: string, path: string): Fault | undefined {
    const index = this.faults.findIndex((each) => each.method === method && each.path.test(path));
    const found = this.faults[index];
    if (found && !found.isPermanent) this.faults.splice(index, 1);
    return found?.fault;
  }
}

const files = readBuild();

function sendFile(path: string, response: ServerResponse) {
  const file = files.get(path.replace(/^\/admin\//, '')) ?? files.get('index.html');
  if (!path.startsWith('/admin') || !file) return void response.writeHead(404).end();
  response.writeHead(200, {
    'Content-Type': file.mediaType,
    'Content-Security-Policy': POLICY,
    ...(file.brotli ? { 'Content-Encoding': 'br' } : {}),
  });
  response.end(file.brotli ?? file.content);
}

function sendReply({ status, json, content, headers }: Reply, response: ServerResponse) {
  const isProblem = status >= 400;
  response.writeHead(status, {
    'Content-Type': isProblem ? 'application/problem+json' : 'application/json',
    'Cache-Control': 'no-store',
    ...headers,
  });
  response.end(content ?? (json === undefined ? undefined : JSON.stringify(json)));
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('latin1');
}
