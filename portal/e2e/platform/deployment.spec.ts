import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { portal } from '../support/build';
import { titled } from '../support/guides';
import { binary, type Platform, startPlatform } from '../support/platform';

const guide = 'guides/start-deployment';
const tools = path.join(portal, '../.tools');
const name = 'developers.zwenebeke.example';

test.describe.configure({ mode: 'default' });

let platform: Platform;
let directory: string;

test.beforeAll(async () => {
  platform = await startPlatform({ site: path.join(portal, 'build') });
});

test.afterAll(() => platform.stop());

test.beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'deployment-'));
});

test.afterEach(() => rmSync(directory, { recursive: true }));

const writeTemporary = (file: string, text: string) => {
  writeFileSync(path.join(directory, file), text);
  return path.join(directory, file);
};

for (const settings of [guide, 'guides/start-deployment-many']) {
  test(`the server accepts the settings file of ${settings}`, () => {
    const file = writeTemporary('folkmoot.toml', titled(settings, '/etc/folkmoot/folkmoot.toml'));
    execFileSync(binary, ['--config', file, 'migrate', '--data', directory], { stdio: 'pipe' });
  });
}

for (const settings of ['metrics', 'OpenTelemetry']) {
  test(`the server accepts the settings of the guide about monitoring: ${settings}`, () => {
    const text = titled('guides/start-monitoring', `/etc/folkmoot/folkmoot.toml, ${settings}`);
    const file = writeTemporary('folkmoot.toml', text);
    execFileSync(binary, ['--config', file, 'migrate', '--data', directory], { stdio: 'pipe' });
  });
}

test('Prometheus reads the metrics where the server serves them', () => {
  const settings = titled('guides/start-monitoring', '/etc/folkmoot/folkmoot.toml, metrics');
  const address = /^metrics-listen = "(.*)"$/m.exec(settings)?.[1];
  const sample = readFileSync(path.join(portal, '../deploy/monitoring/prometheus.yaml'), 'utf8');
  for (const text of [titled('guides/start-monitoring', 'prometheus.yaml'), sample]) {
    expect(text).toContain(`- targets: ["${address}"]`);
    expect(text).not.toContain('scheme: https');
  }
});

test('a backup made while the server runs can be restored', async () => {
  const settings = titled(guide, '/etc/folkmoot/folkmoot.toml, backups');
  const file = writeTemporary('folkmoot.toml', settings);
  const backups = path.join(directory, 'backups');
  const run = (words: string[]) => execFileSync(binary, ['--config', file, ...words], { stdio: 'pipe' });
  run(['backup', backups, '--data', platform.data]);
  const data = path.join(directory, 'restored');
  run(['restore', backups, '--data', data]);
  const restored = await startPlatform({ data, client: platform.client });
  expect(await restored.token()).toMatch(/^eyJ/);
  await restored.stop();
});

/** A free port. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const connectTo = (port: number) => ({
  host: '127.0.0.1',
  port,
  servername: name,
  rejectUnauthorized: false,
  headers: { Host: name },
});

/** Sends a request over TLS, without verifying the certificate, to a server that may still be starting. */
async function sendRequest(port: number, urlPath: string): Promise<{ status?: number; body: string }> {
  return new Promise((resolve, reject) => {
    request({ ...connectTo(port), path: urlPath }, (response) => {
      let body = '';
      response.on('data', (text) => {
        body += text;
      });
      response.on('end', () => resolve({ status: response.statusCode, body }));
    })
      .on('error', reject)
      .end();
  });
}

/** The status for an upload of this size, of which only the beginning is sent. */
async function uploadStatus(port: number, urlPath: string, bytes: number): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const { headers, ...options } = connectTo(port);
    const upload = request(
      { ...options, path: urlPath, method: 'POST', headers: { ...headers, 'Content-Length': bytes } },
      (response) => {
        resolve(response.statusCode);
        upload.destroy();
      },
    ).on('error', reject);
    upload.write('x');
  });
}

/** Tests that every reverse proxy must pass, then those of `andAlso`. */
async function expectProxy(port: number, server: ChildProcess, andAlso = async () => {}) {
  try {
    const status = (urlPath: string) =>
      sendRequest(port, urlPath).then(
        (response) => response.status,
        () => 0,
      );
    await expect.poll(() => status('/health/ready')).toBe(200);
    expect((await sendRequest(port, '/')).body).toContain('<title');
    expect(await status('/metrics')).toBe(404);
    expect(await status('/metrics/')).toBe(404);
    expect(await status('/api/v2/ideas')).toBe(401);
    await andAlso();
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
  const [certificate, key] = [path.join(directory, 'fullchain.pem'), path.join(directory, 'privkey.pem')];
  execFileSync('openssl', ['req', ...words, '-keyout', key, '-out', certificate], { stdio: 'pipe' });
  const port = await freePort();
  const site = titled(guide, '/etc/nginx/sites-enabled/folkmoot')
    .replaceAll(`/etc/letsencrypt/live/${name}`, directory)
    .replace('listen 443', `listen 127.0.0.1:${port}`)
    .replaceAll('127.0.0.1:8080', upstream());
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${directory}/${kind};`,
  );
  const configuration = writeTemporary(
    'nginx.conf',
    `daemon off; pid ${directory}/pid; error_log stderr; events {} http { access_log off; ${temporary.join(' ')} ${site} }`,
  );
  const server = spawn(nginx, ['-c', configuration, '-p', directory], { stdio: 'ignore' });
  await expectProxy(port, server, async () => {
    // Uploads have to reach the server, which limits them; nginx would return 413.
    expect(await uploadStatus(port, '/api/v2/files', 140_000_000)).toBe(401);
    expect(await uploadStatus(port, '/admin/api/imports?dry_run=true', 4_000_000_000)).toBe(401);
  });
});

test('Caddy serves the platform with the configuration of the guide', async () => {
  const caddy = path.join(tools, 'usr/bin/caddy');
  test.skip(!existsSync(caddy), 'SKIPPED: scripts/install-test-tools found no Caddy');
  const port = await freePort();
  const site = titled(guide, '/etc/caddy/Caddyfile').replace('127.0.0.1:8080', upstream());
  const local = `{\n\tadmin off\n\tlocal_certs\n\tskip_install_trust\n\tauto_https disable_redirects\n\thttps_port ${port}\n}\n`;
  const configuration = writeTemporary('Caddyfile', local + site);
  const server = spawn(caddy, ['run', '--config', configuration, '--adapter', 'caddyfile'], {
    stdio: 'ignore',
    env: { ...process.env, HOME: directory, XDG_DATA_HOME: directory, XDG_CONFIG_HOME: directory },
  });
  await expectProxy(port, server);
});
