import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The website of the city: another origin than the platform, with a strict policy. */
export interface Site {
  origin: string;
  /** Serves a page and returns its URL. */
  page: (html: string, server: string) => string;
  stop: () => Promise<void>;
}

const picture = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 600"><rect width="800" height="600" fill="#7fa8a0"/></svg>`;

const styles: Record<string, string> = {
  '/site.css': `body { margin: 0 auto; padding: 16px; max-width: 1160px; font: 16px/1.6 sans-serif }
    .reserved > * { display: block; min-height: 1600px } .narrow { width: 320px }`,
  // A site that follows the browser, and one that is always dark.
  '/auto.css': ':root { color-scheme: light dark }',
  '/dark.css': ':root { color-scheme: dark; background: #0b1210; color: #eee }',
};

/** The policy of the site. Nothing inline, and scripts and responses of the platform only. */
const policy = (server: string) =>
  `default-src 'none'; script-src ${server}; connect-src ${server}; img-src *; style-src 'self'; frame-src ${server}`;

export async function startSite(): Promise<Site> {
  const pages = new Map<string, { html: string; policy: string }>();
  const server = createServer((request, response) => {
    const send = (status: number, type: string, body: string, headers = {}) => {
      response.writeHead(status, { 'Content-Type': `${type}; charset=utf-8`, ...headers }).end(body);
    };
    const path = request.url ?? '/';
    const page = pages.get(path);
    if (page) return send(200, 'text/html', page.html, { 'Content-Security-Policy': page.policy });
    if (styles[path]) return send(200, 'text/css', styles[path]);
    if (/^\/images\/\d\.svg$/.test(path)) return send(200, 'image/svg+xml', picture);
    return send(path === '/favicon.ico' ? 204 : 404, 'text/plain', '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    page(html, platform) {
      const path = `/page/${pages.size}`;
      pages.set(path, { html, policy: policy(platform) });
      return `${origin}${path}`;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
