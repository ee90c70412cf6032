import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@playwright/test';
import { send } from '../src/reference/tryit/send';

test('only the beginning of a stream is read, in complete lines', async () => {
  const line = `${JSON.stringify({ title: 'x'.repeat(500) })}\n`;
  const server = createServer((_, response) => {
    response.writeHead(200, { 'Content-Type': 'application/x-ndjson' });
    const write = () => {
      while (response.write(line.repeat(20)));
    };
    response.on('drain', write);
    write();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const closed = new Promise((resolve) => server.on('connection', (socket) => socket.on('close', resolve)));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const { isCut, text } = await send({ method: 'GET', url, headers: [] });
  expect(isCut).toBe(true);
  expect(text.length).toBeLessThan(200_001);
  expect(text.replaceAll(line, '')).toBe('');
  await closed;
  server.close();
});

test('a short response is read completely', async () => {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json; charset=utf-8' });
    response.end('{"title":"é"}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  expect(await send({ method: 'GET', url, headers: [] })).toMatchObject({
    isCut: false,
    bytes: 14,
    json: { title: 'é' },
  });
  server.close();
});
