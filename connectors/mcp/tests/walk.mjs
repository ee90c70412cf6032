// Lists the tools and walks a list to its end with the official client: node walk.mjs URL TOKEN VERSION
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

const [url, token, version] = process.argv.slice(2);
const versionNegotiation = version === '2025-11-25' ? { mode: 'legacy' } : { mode: { pin: version } };
const client = new Client({ name: 'folkmoot-tests', version: '1.0.0' }, { versionNegotiation });
const headers = { Authorization: `Bearer ${token}` };
await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
const { tools } = await client.listTools();
const ids = [];
let cursor;
do {
  const call = { name: 'list_records', arguments: { resource: 'ideas', ...(cursor && { cursor }) } };
  const { structuredContent } = await client.callTool(call);
  ids.push(...structuredContent.records.map(({ id }) => id));
  cursor = structuredContent.next_cursor;
} while (cursor);
const negotiated = client.getNegotiatedProtocolVersion();
await client.close();
console.log(JSON.stringify({ tools: tools.map(({ name }) => name), ids, version: negotiated }));
