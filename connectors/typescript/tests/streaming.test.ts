import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import test from 'node:test';
import { Folkmoot } from 'folkmoot';

const megabyte = 1024 * 1024;

test('content is read while it is sent, not before', async (t) => {
  // Receives five megabytes, and closes the connection.
  const server = createServer((request) => {
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > 5 * megabyte) request.socket.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  let chunks = 0;
  async function* content() {
    for (; chunks < 200; chunks++) yield new Uint8Array(megabyte);
  }
  const { port } = server.address() as AddressInfo;
  const client = new Folkmoot({ url: `http://127.0.0.1:${port}`, token: 'given' });
  const upload = { name: 'zeros.bin', project_id: 'p', content: content() };
  await assert.rejects(client.files.upload(upload), { name: 'ConnectionError' });
  assert(chunks > 1 && chunks < 100, `${chunks} megabytes were read`);
});
