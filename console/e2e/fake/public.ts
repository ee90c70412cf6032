import type { ServerResponse } from 'node:http';
import { uuid } from './data';
import type { FakeState } from './state';

/** The manifest of the web components. */
export const manifest = {
  'folkmoot.js': { url: '/components/folkmoot-3f9c1d2a.js', integrity: 'sha384-oqVuAfXRKap7fdgcCY5uykM6' },
};

const titles: Record<string, string[]> = {
  projects: ['Safe ways to school', 'A new park at the mill', 'Climate plan 2030'],
  folders: ['Mobility', 'Neighbourhoods'],
  phases: ['Ideas for Mill Lane', 'Vote on the budget'],
  topics: ['Traffic', 'Green spaces', 'Culture'],
  areas: ['Ashford North', 'Willesborough'],
  ideas: [
    'A safe crossing at the school in Mill Lane',
    'More benches in the park',
    'Night buses at weekends',
  ],
  events: ['Open evening of the planning office', 'Walk through the new park', 'Workshop about the budget'],
};

/** What the server serves without a session: the manifest, lists for keys, and the pages for frames. */
export function respondPublic(state: FakeState, url: URL, response: ServerResponse) {
  const json = (status: number, body: unknown) => {
    response.writeHead(status, {
      'Content-Type': status < 400 ? 'application/json' : 'application/problem+json',
    });
    response.end(JSON.stringify(body));
  };
  const notFound = () => json(404, { title: 'Record not found', status: 404 });
  if (url.pathname === '/components/manifest.json')
    return state.hasComponents ? json(200, manifest) : notFound();
  const key = url.searchParams.get('key');
  const client = state.clients.find((each) => each.publishable_key === key && each.status === 'active');
  if (!client) return json(401, { title: 'Invalid token', status: 401 });
  const list = /^\/api\/v2\/(?:projects\/[^/]+\/)?(?:project_)?([a-z]+)$/.exec(url.pathname)?.[1] ?? '';
  const shown = /^\/embed\/(projects|ideas|events)$/.exec(url.pathname)?.[1];
  if (shown) {
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' });
    return response.end(embedPage(shown, url.searchParams));
  }
  if (client.resources && !client.resources.includes(list as 'ideas')) {
    return json(403, { title: 'Insufficient access', status: 403 });
  }
  const records = titles[list]?.map((title, index) => ({ id: uuid(8000 + index), title }));
  if (!records) return notFound();
  return json(200, { [list]: records, meta: { current_page: 1, total_pages: 1 } });
}

/** A page as the server has it for frames, with equal parameters and the same message about its height. */
function embedPage(kind: string, parameters: URLSearchParams): string {
  const isDark = parameters.get('theme') === 'dark';
  const [text, background] = isDark ? ['#d6e0dc', '#101816'] : ['#1c2824', '#fff'];
  const accent = parameters.get('accent') ?? (isDark ? '#86d5bb' : '#14604f');
  const count = Number(parameters.get('limit') ?? 6);
  const cards = Array.from({ length: count }, (_, index) => {
    const title = titles[kind]?.[index % 3];
    return `<li><h2>${title}</h2><p>What residents have said so far, and what happens next.</p><p>${12 - index} ideas</p></li>`;
  });
  const columns = parameters.get('layout') === 'list' ? '1fr' : 'repeat(auto-fill, minmax(17em, 1fr))';
  return `<!doctype html><html lang="en"><head><title>Ashford participates</title><style>
    html { color-scheme: ${isDark ? 'dark' : 'light'}; font: 16px/1.5 system-ui, sans-serif }
    body { margin: 0; padding: .375rem }
    ul { display: grid; grid-template-columns: ${columns}; gap: 1.5em; margin: 0; padding: 0; list-style: none }
    li { padding: 1.25em; border: 1px solid ${accent}; border-radius: .75em; background: ${background}; color: ${text} }
    h2 { margin: 0; font-size: 1.1em; color: ${accent} } p { margin: .5em 0 0 }
    </style></head><body><ul>${cards.join('')}</ul><script>
    new ResizeObserver(() => parent.postMessage({ type: 'folkmoot:height', height: Math.ceil(document.documentElement.getBoundingClientRect().height) }, '*')).observe(document.documentElement);
    </script></body></html>`;
}
