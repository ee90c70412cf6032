import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, test } from '@playwright/test';
import type { postmanCollection } from '../../src/reference/downloads/postman';
import { portal } from '../support/build';
import { binary, startPlatform } from '../support/platform';
import { readAll } from '../support/records';

type Collection = ReturnType<typeof postmanCollection>;
type Item = Collection['item'][number]['item'][number];

/** Sends requests of a Postman collection as Postman does: variables, authorization and scripts. */
class Runner {
  readonly items: Item[];
  private readonly variables: Map<string, string>;

  constructor(collection: Collection, variables: Record<string, string>) {
    this.items = collection.item.flatMap((folder) => folder.item);
    const declared = collection.variable.map(({ key, value }) => [key, value] as const);
    this.variables = new Map([...declared, ...Object.entries(variables)]);
  }

  /** The response, or undefined if a script skips the request. */
  async send({ request, event = [] }: Item): Promise<Response | undefined> {
    const { url, method, header, body } = request;
    let isSkipped = false;
    const pm: Record<string, object> = {
      collectionVariables: {
        get: (name: string) => this.variables.get(name),
        set: (name: string, value: string) => this.variables.set(name, value),
      },
      execution: {
        skipRequest: () => {
          isSkipped = true;
        },
      },
    };
    const run = (phase: string) => {
      for (const { listen, script } of event)
        if (listen === phase) runInNewContext(script.exec.join('\n'), { pm });
    };
    run('prerequest');
    if (isSkipped) return undefined;
    const headers = new Headers(header.map(({ key, value }) => [key, this.filled(value)]));
    if (request.auth === undefined) headers.set('Authorization', this.filled('Bearer {{token}}'));
    const inPath = new Map(url.variable?.map(({ key, value }) => [key, value]));
    const raw = url.raw.replace(/:(\w+)(?=\/|$)/g, (_, name) => inPath.get(name) ?? '');
    const response = await fetch(this.filled(raw), {
      method,
      headers,
      ...(body && { body: this.filled(body.raw) }),
    });
    const text = await response.clone().text();
    pm.response = { json: () => JSON.parse(text) };
    run('test');
    return response;
  }

  private filled(text: string): string {
    return text.replace(/\{\{(\w+)\}\}/g, (_, name) => this.variables.get(name) ?? '');
  }
}

test('the Postman collection gets a token and reads every list of the platform', async () => {
  const platform = await startPlatform();
  const collection = JSON.parse(readFileSync(path.join(portal, 'build/postman.json'), 'utf8'));
  const { client_id, client_secret } = platform.client;
  const runner = new Runner(collection, { base_url: platform.address, client_id, client_secret });

  const list = runner.items.filter(({ request }) => request.method === 'GET' && !request.url.variable);
  expect(list.length).toBeGreaterThan(35);
  expect((await runner.send(list[0] as Item))?.status).toBe(401);
  const login = runner.items.find(({ name }) => name === 'Get a token') as Item;
  expect((await runner.send(login))?.status).toBe(201);
  for (const item of list) expect((await runner.send(item))?.status, item.name).toBe(200);
  await platform.stop();
});

test('a run of the whole collection fits every platform, and leaves its files as they were', async () => {
  const data = mkdtempSync(path.join(tmpdir(), 'folkmoot-'));
  const run = (...words: string[]) => execFileSync(binary, [...words, '--data', data], { encoding: 'utf8' });
  run('demo', '--ideas', '20', '--seed', '7');
  const client = JSON.parse(run('clients', 'create', 'Collection', '--json'));
  const platform = await startPlatform({ data, client });
  const files = await readAll(platform, 'files');
  const collection = JSON.parse(readFileSync(path.join(portal, 'build/postman.json'), 'utf8'));
  const runner = new Runner(collection, { base_url: platform.address, ...client });
  const methods = [];
  for (const item of runner.items) {
    const response = await runner.send(item);
    expect(response?.ok, `${item.name}: ${response?.status}`).toBe(true);
    methods.push(item.request.method);
  }
  expect(methods).toEqual(expect.arrayContaining(['POST', 'PUT', 'PATCH', 'DELETE']));
  const names = (records: Record<string, unknown>[]) => records.map(({ id, name }) => `${id} ${name}`);
  expect(names(await readAll(platform, 'files'))).toEqual(names(files));
  await platform.stop();
  rmSync(data, { recursive: true });
});
