import { expect, test } from '@playwright/test';
import { titled } from '../support/guides';
import { type Platform, startPlatform } from '../support/platform';

const guide = 'guides/use-automation';

test.describe.configure({ mode: 'default' });

let platform: Platform;
let ideas: Record<string, unknown>[];

/** A day near the end of the demo data, so that some ideas were updated in the two days before. */
const today = Date.UTC(2026, 9, 31, 20);

test.beforeAll(async () => {
  platform = await startPlatform();
  ideas = [];
  const headers = { Authorization: `Bearer ${await platform.token()}` };
  for (let number = 1, pages = 1; number <= pages; number++) {
    const url = `${platform.address}/api/v2/ideas?page_size=24&page_number=${number}`;
    const page = await (await fetch(url, { headers })).json();
    ideas.push(...page.ideas);
    pages = page.meta.total_pages;
  }
});

test.afterAll(() => platform.stop());

const updatedSince = (time: number) =>
  ideas.filter(({ updated_at }) => Date.parse(String(updated_at)) >= time).map(({ id }) => id);

interface WorkflowNode {
  name: string;
  type: string;
  typeVersion: number;
  position: number[];
  // biome-ignore lint/suspicious/noExplicitAny: each type of node has parameters of its own.
  parameters: any;
}

interface Workflow {
  nodes: WorkflowNode[];
  connections: Record<string, { main: { node: string; type: string; index: number }[][] }>;
}

const workflow = () => JSON.parse(platform.filledIn(titled(guide, 'n8n workflow'))) as Workflow;

test('the n8n workflow is one chain of known nodes', () => {
  const { nodes, connections } = workflow();
  expect(nodes.map(({ type, typeVersion }) => `${type} ${typeVersion}`)).toEqual([
    'n8n-nodes-base.scheduleTrigger 1.2',
    'n8n-nodes-base.httpRequest 4.2',
    'n8n-nodes-base.httpRequest 4.2',
    'n8n-nodes-base.splitOut 1',
    'n8n-nodes-base.removeDuplicates 2',
    'n8n-nodes-base.noOp 1',
  ]);
  const names = nodes.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(Object.keys(connections)).toEqual(names.slice(0, -1));
  expect(Object.values(connections).map(({ main }) => main[0]?.[0]?.node)).toEqual(names.slice(1));
  expect(titled(guide, 'n8n workflow')).not.toContain('YOUR_CLIENT');
});

/** Evaluates a parameter of n8n: text, or after an equals sign a template with expressions. */
function evaluate(parameter: string, variables: Record<string, unknown>): string {
  if (!parameter.startsWith('=')) return parameter;
  return parameter.slice(1).replace(/\{\{(.*?)\}\}/g, (_, expression) => {
    return String(
      new Function(...Object.keys(variables), `return ${expression}`)(...Object.values(variables)),
    );
  });
}

/** A replacement for the date library of n8n. */
const $now = {
  minus: ({ days }: { days: number }) => ({
    toUTC: () => ({ toISO: () => new Date(today - days * 86_400_000).toISOString() }),
  }),
};

async function requestToken(node: WorkflowNode): Promise<string> {
  const credential = JSON.parse(platform.filledIn(titled(guide, 'Custom Auth')));
  const response = await fetch(node.parameters.url, {
    method: node.parameters.method,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...JSON.parse(node.parameters.jsonBody), ...credential.body }),
  });
  return (await response.json()).jwt;
}

async function* readPages({ parameters }: WorkflowNode, jwt: string) {
  const [header] = parameters.headerParameters.parameters;
  const { pagination } = parameters.options.pagination;
  let $response: { headers?: Record<string, string>; body?: Record<string, Record<string, unknown>[]> } = {};
  for (let page = 0; page < 20; page++) {
    const query = [...parameters.queryParameters.parameters, ...pagination.parameters.parameters].map(
      ({ name, value }) => [name, evaluate(value, { $now, $response })],
    );
    const response = await fetch(`${parameters.url}?${new URLSearchParams(query)}`, {
      headers: { [header.name]: evaluate(header.value, { $json: { jwt } }) },
    });
    const body = await response.json();
    $response = { headers: Object.fromEntries(response.headers), body };
    yield body;
    if (evaluate(pagination.completeExpression, { $response }) === 'true') return;
  }
}

test('the requests of the n8n workflow return all updated ideas, each with its own key', async () => {
  const [, authenticate, list, split, deduplicate] = workflow().nodes as Required<WorkflowNode[]>;
  if (!authenticate || !list || !split || !deduplicate) throw new Error('A node is missing.');
  const items: Record<string, unknown>[] = [];
  for await (const page of readPages(list, await requestToken(authenticate))) {
    items.push(...page[split.parameters.fieldToSplitOut]);
  }
  expect(items.length).toBeGreaterThan(1);
  expect(items.map(({ id }) => id)).toEqual(updatedSince(today - 2 * 86_400_000));
  const keys = items.map(($json) => evaluate(deduplicate.parameters.dedupeValue, { $json }));
  expect(new Set(keys).size).toBe(items.length);
  expect(keys[0]).toBe(`${items[0]?.id} ${items[0]?.updated_at}`);
});

test('the pages of the n8n workflow end at the last one, and after an empty list', async () => {
  const list = workflow().nodes[2];
  if (!list) throw new Error('The node is missing.');
  const token = await platform.token();
  const [, since] = list.parameters.queryParameters.parameters;
  for (const [value, count] of [
    ['2020-01-01T00:00:00Z,', ideas.length],
    ['2030-01-01T00:00:00Z,', 0],
  ]) {
    since.value = value;
    const pages: Record<string, unknown>[][] = [];
    for await (const page of readPages(list, token)) pages.push(page.ideas);
    expect(pages.flat()).toHaveLength(count as number);
    expect(pages).toHaveLength(Math.max(1, Math.ceil((count as number) / 24)));
  }
});

test('the code for Zapier returns all updated ideas, each with an ID of its own', async () => {
  const code = platform.filledIn(titled(guide, 'Code by Zapier'));
  const hours = Math.ceil((Date.now() - Date.UTC(2024, 0, 1)) / 3_600_000);
  const extended = code.replace('48 *', `${hours} *`);
  expect(extended).not.toBe(code);
  const run = new Function('inputData', `return (async () => {${extended}})()`);
  const result = (await run(platform.client)) as Record<string, string>[];
  expect(result.length).toBeGreaterThan(24);
  expect(result.map(({ id }) => id?.split(' ')[0])).toEqual(updatedSince(Date.now() - hours * 3_600_000));
  expect(new Set(result.map(({ id }) => id)).size).toBe(result.length);
  await expect(run({ ...platform.client, client_secret: 'wrong' })).rejects.toThrow('invalid-credentials');
});
