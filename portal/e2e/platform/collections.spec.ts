import { readFileSync } from 'node:fs';
import path from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, test } from '@playwright/test';
import type { postmanCollection } from '../../src/reference/downloads/postman';
import { portal } from '../support/build';
import { startPlatform } from '../support/platform';

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

  async send({ request, event }: Item): Promise<Response> {
    const { url, method, header, body } = request;
    const headers = new Headers(header.map(({ key, value }) => [key, this.filled(value)]));
    if (request.auth === undefined) headers.set('Authorization', this.filled('Bearer {{token}}'));
    const response = await fetch(this.filled(url.raw), {
      method,
      headers,
      ...(body && { body: this.filled(body.raw) }),
    });
    const text = await response.clone().text();
    const pm = {
      response: { json: () => JSON.parse(text) },
      collectionVariables: { set: (name: string, value: string) => this.variables.set(name, value) },
    };
    for (const { script } of event ?? []) runInNewContext(script.exec.join('\n'), { pm });
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
  expect((await runner.send(list[0] as Item)).status).toBe(401);
  const login = runner.items.find(({ event }) => event) as Item;
  expect((await runner.send(login)).status).toBe(201);
  for (const item of list) expect((await runner.send(item)).status, item.name).toBe(200);
  await platform.stop();
});
