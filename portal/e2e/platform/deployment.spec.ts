import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { portal } from '../support/build';
import { titled } from '../support/guides';
import { binary, type Platform, startPlatform } from '../support/platform';
import { runScript } from '../support/shell';

const guide = 'guides/start-deployment';
const tools = path.join(portal, '../.tools');
const name = 'developers.zwenebeke.example';

test.describe.configure({ mode: 'default' });

let platform: Platform;
let folder: string;

test.beforeAll(async () => {
  platform = await startPlatform({ site: path.join(portal, 'build') });
});

test.afterAll(() => platform.stop());

test.beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'deployment-'));
});

test.afterEach(() => rmSync(folder, { recursive: true }));

const inFolder = (file: string, text: string) => {
  writeFileSync(path.join(folder, file), text);
  return path.join(folder, file);
};

for (const settings of [guide, 'guides/start-deployment-many']) {
  test(`the settings file of ${settings} is understood`, () => {
    const file = inFolder('folkmoot.toml', titled(settings, '/etc/folkmoot/folkmoot.toml'));
    execFileSync(binary, ['--config', file, 'access', 'status', '--data', folder], { stdio: 'pipe' });
  });
}

test('the service is one that systemd accepts', () => {
  const isThere = spawnSync('systemd-analyze', ['--version']).status === 0;
  test.skip(!isThere, 'SKIPPED: systemd-analyze does not work on this machine');
  const unit = titled(guide, '/etc/systemd/system/folkmoot.service').replace(
    '/usr/local/bin/folkmoot',
    binary,
  );
  const { stderr } = spawnSync('systemd-analyze', ['verify', inFolder('folkmoot.service', unit)]);
  const complaints = stderr
    .toString()
    .split('\n')
    .filter((line) => line.includes('folkmoot.service'));
  expect(complaints).toEqual([]);
});

test('a backup made while the server runs can be restored', async () => {
  const script = inFolder('folkmoot-backup', titled(guide, '/usr/local/bin/folkmoot-backup'));
  await runScript(`sh "${script}" "${platform.data}" "${folder}/backups"`);
  const [day = ''] = readdirSync(path.join(folder, 'backups'));
  const backup = path.join(folder, 'backups', day);
  expect(
    execFileSync('sqlite3', [path.join(backup, 'folkmoot.sqlite'), 'PRAGMA integrity_check'], {
      encoding: 'utf8',
    }),
  ).toBe('ok\n');
  const restored = await startPlatform({ data: backup, client: platform.client });
  expect(await restored.token()).toMatch(/^eyJ/);
  await restored.stop();
});

/** A port that nothing listens on. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Asks a server that is just starting, over TLS with a certificate that nobody has vouched for. */
async function ask(port: number, address: string): Promise<{ status?: number; body: string }> {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, path: address, servername: name, rejectUnauthorized: false };
    request({ ...options, headers: { Host: name } }, (answer) => {
      let body = '';
      answer.on('data', (text) => {
        body += text;
      });
      answer.on('end', () => resolve({ status: answer.statusCode, body }));
    })
      .on('error', reject)
      .end();
  });
}

/** What a web server in front has to do, whichever it is. */
async function expectProxy(port: number, server: ChildProcess) {
  try {
    const status = (address: string) =>
      ask(port, address).then(
        (answer) => answer.status,
        () => 0,
      );
    await expect.poll(() => status('/health/ready')).toBe(200);
    expect((await ask(port, '/')).body).toContain('<title');
    expect(await status('/metrics')).toBe(404);
    expect(await status('/metrics/')).toBe(404);
    expect(await status('/api/v2/ideas')).toBe(401);
  } finally {
    const ended = new Promise((resolve) => server.on('close', resolve));
    server.kill();
    await ended;
  }
}

const upstream = () => new URL(platform.address).host;

test('nginx serves the platform with the configuration of the guide', async () => {
  const nginx = path.join(tools, 'usr/sbin/nginx');
  test.skip(!existsSync(nginx), 'SKIPPED: scripts/install-test-tools found no nginx');
  const words = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', `/CN=${name}`, '-days', '2'];
  const [certificate, key] = [path.join(folder, 'fullchain.pem'), path.join(folder, 'privkey.pem')];
  execFileSync('openssl', ['req', ...words, '-keyout', key, '-out', certificate], { stdio: 'pipe' });
  const port = await freePort();
  const site = titled(guide, '/etc/nginx/sites-enabled/folkmoot')
    .replaceAll(`/etc/letsencrypt/live/${name}`, folder)
    .replace('listen 443', `listen 127.0.0.1:${port}`)
    .replace('127.0.0.1:8080', upstream());
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${folder}/${kind};`,
  );
  const configuration = inFolder(
    'nginx.conf',
    `daemon off; pid ${folder}/pid; error_log stderr; events {} http { access_log off; ${temporary.join(' ')} ${site} }`,
  );
  await expectProxy(port, spawn(nginx, ['-c', configuration, '-p', folder], { stdio: 'ignore' }));
});

test('Caddy serves the platform with the configuration of the guide', async () => {
  const caddy = path.join(tools, 'usr/bin/caddy');
  test.skip(!existsSync(caddy), 'SKIPPED: scripts/install-test-tools found no Caddy');
  const port = await freePort();
  const site = titled(guide, '/etc/caddy/Caddyfile').replace('127.0.0.1:8080', upstream());
  const local = `{\n\tadmin off\n\tlocal_certs\n\tskip_install_trust\n\tauto_https disable_redirects\n\thttps_port ${port}\n}\n`;
  const configuration = inFolder('Caddyfile', local + site);
  const server = spawn(caddy, ['run', '--config', configuration, '--adapter', 'caddyfile'], {
    stdio: 'ignore',
    env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
  });
  await expectProxy(port, server);
});
