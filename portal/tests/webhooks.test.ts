import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@playwright/test';
import { Webhook } from 'standardwebhooks';
import { titled } from '../e2e/support/guides';
import { receivers, startReceiver } from '../e2e/support/receiver';
import { missingPackages } from '../e2e/support/workspace';
import { provider } from '../provider';

const guide = 'guides/use-webhooks';
const [secret, otherSecret] = [
  'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD',
];
const body = titled(guide, 'Body of a request');
const event = JSON.parse(body);

/** Sends a request as the platform signs it, with a signature for each secret; returns the status. */
async function send(url: string, id: string, secrets = [secret], sentAt = new Date()): Promise<number> {
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1000)),
    'webhook-signature': secrets.map((one) => new Webhook(one).sign(id, sentAt, body)).join(' '),
  };
  const { status } = await fetch(url, { method: 'POST', headers, body });
  return status;
}

for (const file of receivers) {
  test.describe(file, () => {
    const absent = file === 'receiver.py' ? missingPackages('standardwebhooks') : undefined;
    test.skip(absent !== undefined, absent);

    test('an event is handled once, and only with a valid signature', async () => {
      const receiver = await startReceiver(file, { variables: { WEBHOOK_SECRET: secret } });
      try {
        const { url } = receiver;
        expect(await send(url, 'msg_1', [otherSecret])).toBe(401);
        expect(await send(url, 'msg_1', [secret], new Date(Date.now() - 600_000))).toBe(401);
        expect((await fetch(url, { method: 'POST', body })).status).toBe(401);
        const malformed = { 'webhook-id': 'a', 'webhook-timestamp': 'b', 'webhook-signature': 'c' };
        expect((await fetch(url, { method: 'POST', body, headers: malformed })).status).toBe(401);
        expect((await fetch(url, { method: 'POST', body: 'x'.repeat(100_001) })).status).toBe(413);
        expect(receiver.lines()).toEqual([]);
        expect(await send(url, 'msg_1')).toBe(204);
        expect(await send(url, 'msg_1')).toBe(204);
        expect(await send(url, 'msg_2', [otherSecret, secret])).toBe(204);
        const line = `idea.created ${event.data.url}`;
        await expect.poll(receiver.lines).toEqual([line, line]);
      } finally {
        receiver.stop();
      }
    });
  });
}

test('an event that could not be posted to Slack is posted when it arrives again', async () => {
  const posted: string[] = [];
  let status = 503;
  const slack = createServer(async (request, response) => {
    for await (const part of request) posted.push(String(part));
    response.writeHead(status).end();
  });
  await new Promise<void>((resolve) => slack.listen(0, '127.0.0.1', resolve));
  const SLACK_URL = `http://127.0.0.1:${(slack.address() as AddressInfo).port}/`;
  const variables = { WEBHOOK_SECRET: secret, SLACK_URL };
  const receiver = await startReceiver('receiver.mjs', { handle: 'Post to Slack', variables });
  try {
    expect(await send(receiver.url, 'msg_1')).toBe(500);
    status = 200;
    expect(await send(receiver.url, 'msg_1')).toBe(204);
    expect(await send(receiver.url, 'msg_1')).toBe(204);
    expect(posted.map((text) => JSON.parse(text))).toEqual(
      Array(2).fill({ text: `A new idea: ${event.data.url}` }),
    );
  } finally {
    receiver.stop();
    slack.close();
  }
});

test('the code for Zapier sends its token only to the API', async () => {
  const code = titled(guide, 'Code by Zapier');
  const requests: string[] = [];
  const fetchStub = async (url: string, { headers }: { headers: Record<string, string> }) => {
    requests.push(`${url} ${headers.Authorization ?? ''}`.trim());
    return Response.json(url.endsWith('/authenticate') ? { jwt: 'token' } : { idea: { title: 'A bench' } });
  };
  const run = new Function('inputData', 'fetch', `return (async () => {${code}})()`);
  const { resource, id, url } = event.data;
  expect(await run({ type: event.type, resource, id }, fetchStub)).toEqual({ title: 'A bench' });
  expect(requests).toEqual([`${provider.apiUrl}/api/v2/authenticate`, `${url} Bearer token`]);
  for (const forged of [{ id: '../users' }, { type: 'idea.deleted' }, { resource: '@attacker.example/' }]) {
    expect(await run({ type: event.type, resource, id, ...forged }, fetchStub)).toEqual({});
  }
  expect(requests).toHaveLength(2);
});
