import { expect, test } from '@playwright/test';
import { provider } from '../../provider';
import { type Block, blocksOf, guides, titled } from '../support/guides';
import { type Platform, startPlatform } from '../support/platform';
import { runScript } from '../support/shell';

test.describe.configure({ mode: 'default' });

/** Which code of each guide is run by the tests of this folder, and why the rest is not. */
const accounts: Record<string, Record<string, string>> = {
  index: { bash: 'here' },
  'open-data': { bash: 'open-data.spec.ts', python: 'open-data.spec.ts', sql: 'open-data.spec.ts' },
  'feeds-and-calendars': { text: 'open-data.spec.ts' },
  'guides/start-first-request': {
    bash: 'first-request.spec.ts',
    javascript: 'first-request.spec.ts',
    json: 'first-request.spec.ts',
    python: 'first-request.spec.ts',
  },
  'guides/use-lists': { bash: 'here', json: 'here', http: 'here', python: 'downloads.spec.ts' },
  'guides/use-downloads': {
    bash: 'downloads.spec.ts, exports.spec.ts',
    json: 'exports.spec.ts',
    python: 'downloads.spec.ts, exports.spec.ts',
    sql: 'downloads.spec.ts, exports.spec.ts',
  },
  'guides/use-sync': {
    bash: 'sync.spec.ts',
    json: 'sync.spec.ts',
    python: 'sync.spec.ts',
    text: 'sync.spec.ts',
  },
  'guides/use-automation': { javascript: 'automation.spec.ts', json: 'automation.spec.ts' },
  'guides/use-assistants': {
    bash: 'assistants.spec.ts; Claude Code is not installed',
    json: 'assistants.spec.ts reads the configurations of programs that are not installed',
    python: 'assistants.spec.ts',
    toml: 'the configuration of a program that is not installed',
    typescript: 'assistants.spec.ts',
  },
  'guides/use-data-model': { json: 'data-model.spec.ts', sql: 'data-model.spec.ts' },
  'guides/use-errors': {
    http: 'shows what is left of the quota',
    javascript: 'errors.spec.ts',
    json: 'errors.spec.ts',
    python: 'errors.spec.ts',
  },
  'guides/use-files': {
    bash: 'files.spec.ts',
    javascript: 'files.spec.ts',
    json: 'files.spec.ts',
    python: 'files.spec.ts',
  },
  'guides/use-personal-data': { bash: 'personal-data.spec.ts', sql: 'personal-data.spec.ts' },
  'guides/use-website': {
    bash: 'embed.spec.ts, website.spec.ts',
    css: 'embed.spec.ts',
    html: 'embed.spec.ts',
    http: 'embed.spec.ts',
    javascript: 'embed.spec.ts, website.spec.ts',
    json: 'embed.spec.ts, website.spec.ts',
    python: 'website.spec.ts',
    text: 'embed.spec.ts',
  },
  'guides/use-webhooks': {
    bash: 'webhooks.spec.ts',
    javascript: 'webhooks.spec.ts, tests/webhooks.test.ts',
    json: 'tests/webhooks.test.ts',
    python: 'webhooks.spec.ts, tests/webhooks.test.ts',
  },
  'guides/use-python': {
    bash: 'python.spec.ts; the build elsewhere',
    python: 'python.spec.ts',
  },
  'guides/use-typescript': {
    bash: 'typescript.spec.ts; the build elsewhere',
    typescript: 'typescript.spec.ts',
  },
  'guides/use-analysis-tools': {
    python: 'analysis.spec.ts',
    r: 'analysis.spec.ts',
    powerquery: 'power-query.spec.ts',
  },
  'guides/use-dashboards': {
    bash: 'dashboards.spec.ts',
    sql: 'dashboards.spec.ts',
    text: 'a schedule for cron',
  },
  'guides/use-google-sheets': { javascript: 'sheets.spec.ts' },
  'guides/use-maps': {
    bash: 'maps.spec.ts',
    html: 'maps.spec.ts',
    javascript: 'MapLibre needs WebGL, and is not installed; the guide says that this was not run',
    json: 'maps.spec.ts',
  },
  'guides/use-votes-research': {
    bash: 'research.spec.ts',
    python: 'research.spec.ts',
    toml: 'research.spec.ts',
  },
  'guides/use-pipelines': {
    bash: 'builds and installs packages, and runs the program that pipelines.spec.ts runs',
    python: 'pipelines.spec.ts',
    sql: 'pipelines.spec.ts',
    yaml: 'pipelines.spec.ts',
  },
  'guides/use-tableau': {
    bash: 'dashboards.spec.ts; publishing needs Tableau Server',
    python: 'dashboards.spec.ts; publishing needs Tableau Server',
    text: 'a schedule for cron',
  },
  'guides/start-configure-platform': {
    bash: 'configuration.spec.ts',
    toml: 'configuration.spec.ts',
  },
  'guides/start-import': {
    bash: 'configuration.spec.ts',
    json: 'configuration.spec.ts',
    text: 'configuration.spec.ts',
  },
  'guides/start-mirror': { bash: 'the server’s own tests run these commands', text: 'shows output' },
  'guides/start-export': { bash: 'exports.spec.ts', toml: 'exports.spec.ts' },
  'guides/start-open-data': {
    bash: 'open-data.spec.ts',
    sql: 'open-data.spec.ts',
    toml: 'open-data.spec.ts',
  },
  'guides/start-clients': { bash: 'configuration.spec.ts', text: 'configuration.spec.ts' },
  'guides/use-clients-and-tools': {
    bash: 'packages.spec.ts; the server’s own tests check exports with Frictionless',
    python: 'packages.spec.ts',
  },
  'guides/start-decide-access': { bash: 'decide-access.spec.ts', text: 'decide-access.spec.ts' },
  'guides/start-administration': {
    bash: 'the server’s own tests run these commands',
    text: 'shows output',
    toml: 'the server’s own tests use these settings',
  },
  'guides/start-personal-data': { bash: 'the server’s own tests run these commands' },
  'guides/start-install': {
    bash: 'scripts/test_packages.py; containers need an engine',
    ini: 'holds a secret',
  },
  'guides/start-upgrades': { bash: 'scripts/test_packages.py; containers need an engine' },
  'guides/start-move': { bash: 'scripts/test_packages.py' },
  'guides/start-uninstall': { bash: 'scripts/test_packages.py; containers need an engine' },
  'guides/start-deployment': {
    bash: 'the backup in deployment.spec.ts, the build elsewhere; the rest changes the machine',
    ini: 'holds a secret, and settings of the service',
    text: 'deployment.spec.ts',
    toml: 'deployment.spec.ts',
  },
  'guides/start-deployment-many': {
    bash: 'needs PostgreSQL and storage; the server’s own tests copy, migrate, restart and check over them',
    ini: 'holds secrets, and settings of PostgreSQL',
    sql: 'needs PostgreSQL; the server’s own tests have databases of their own',
    text: 'the server’s own tests run these load balancers',
    toml: 'deployment.spec.ts',
  },
  'guides/reference-settings': {
    ini: 'the server’s own tests start these set-ups',
    toml: 'the server’s own tests start these set-ups',
  },
  'guides/start-monitoring': {
    bash: 'changes the machine; scripts/check-monitoring checks the alerts',
    ini: 'holds a secret',
    toml: 'deployment.spec.ts',
    yaml: 'deploy/monitoring/prometheus.yaml, which scripts/check-monitoring checks',
  },
  'guides/start-operations': {
    bash: 'the server’s own tests send the signals and run the commands',
    json: 'shows output',
    text: 'shows output',
    toml: 'the server’s own tests use these settings',
  },
  'guides/start-dev-environment': {
    bash: 'builds and serves the repository, as continuous integration does',
    text: 'a list of directories',
  },
  'guides/start-contributing': { bash: 'is what runs the tests' },
  'guides/reference-component-library': {
    json: 'shows how code looks',
    jsx: 'shows how a component is written',
    python: 'shows how tabs look',
    r: 'shows how tabs look',
  },
};

let platform: Platform;

test.beforeAll(async () => {
  platform = await startPlatform();
});

test.afterAll(() => platform.stop());

test('all code of the guides is run, or left out for a reason', () => {
  for (const guide of guides) {
    const languages = new Set(blocksOf(guide).map(({ language }) => language));
    expect([...languages].toSorted(), guide).toEqual(Object.keys(accounts[guide] ?? {}).toSorted());
  }
});

/** The ids of a project, and of two topics that stand for A and B. */
async function ids() {
  const read = async (list: string) => {
    const headers = { Authorization: `Bearer ${await platform.token()}` };
    const answer = await fetch(`${platform.address}/api/v2/${list}`, { headers });
    return ((await answer.json()) as Record<string, { id: string }[]>)[list]?.map(({ id }) => id) ?? [];
  };
  const [[project = ''], [a = '', b = '']] = await Promise.all([read('projects'), read('topics')]);
  return { project, a, b };
}

for (const guide of ['index', 'guides/use-lists']) {
  test(`the requests of ${guide} are answered without an error`, async () => {
    const { project } = await ids();
    for (const { code } of blocksOf(guide).filter(({ language }) => language === 'bash')) {
      const token = await platform.token();
      const script = platform
        .filledIn(code)
        .replaceAll('PROJECT_ID', project)
        .replaceAll('YOUR_TOKEN', token);
      const { stdout } = await runScript(script, { TOKEN: token });
      expect(Object.keys(JSON.parse(stdout.slice(stdout.indexOf('{'))))).not.toEqual([]);
    }
  });
}

const json = (block: Block) => block.language === 'json' && block.title?.startsWith('Response to ');

test('mistakes are answered as the guides show it', async () => {
  for (const { title = '', code } of blocksOf('guides/use-lists').filter(json)) {
    const answer = await fetch(`${platform.address}/api/v2/ideas?${title.replace('Response to ', '')}`, {
      headers: { Authorization: `Bearer ${await platform.token()}` },
    });
    const { request_id: _, detail, ...problem } = (await answer.json()) as Record<string, string>;
    const {
      request_id: __,
      detail: shown = '',
      ...others
    } = JSON.parse(code.replaceAll(provider.apiUrl, platform.address));
    expect(problem).toMatchObject(others);
    for (const part of shown.split('…')) expect(detail).toContain(part.trim());
  }
});

test('a list answers with the shape and the header that the guide shows', async () => {
  const ask = async (query: string) =>
    fetch(`${platform.address}/api/v2/ideas?${query}`, {
      headers: { Authorization: `Bearer ${await platform.token()}` },
    });
  const shown = JSON.parse(titled('guides/use-lists', 'Response, without the records'));
  expect(Object.keys((await (await ask('')).json()) as object)).toEqual(Object.keys(shown));

  const http = blocksOf('guides/use-lists').filter(({ language }) => language === 'http');
  const header = http.find(({ code }) => code.startsWith('applied-filters'));
  const addresses = http.find(({ code }) => code.startsWith('GET '));
  const { headers } = await ask('created_at=2024-03-04');
  expect(`applied-filters: ${headers.get('applied-filters')}`).toBe(header?.code);

  const { a, b } = await ids();
  const answers = (addresses?.code ?? '').split('\n').map(async (line) => {
    const query = line
      .replace(/^GET [^?]*\?/, '')
      .replace(/\bA\b/, a)
      .replace(/\bB\b/, b);
    return (await (await ask(query)).json()) as object;
  });
  const [one, other] = await Promise.all(answers);
  expect(one).toEqual(other);
});
