import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import path from 'node:path';

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

interface SiteOptions {
  /** A path that the site was not built for; its scripts and styles are not found. */
  prefix?: string;
}

/**
 * Serves a built site like a simple static server: index files for directories, the site's 404 page, and no redirects
 * for URLs that end in `.html`, so that tests see how the site handles them.
 */
export function serveSite(directory: string, port: number, options: SiteOptions = {}): Promise<Server> {
  const { prefix = '' } = options;
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const relative = pathname.startsWith(prefix) ? pathname.slice(prefix.length) : undefined;
    const found = relative === undefined ? undefined : fileOf(directory, decodeURIComponent(relative));
    const file = found ?? path.join(directory, '404.html');
    const content = readFileSync(file);
    response.setHeader('Content-Type', types[path.extname(file)] ?? 'application/octet-stream');
    response.writeHead(found ? 200 : 404);
    response.end(content);
  });
  return new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve(server)));
}

function fileOf(directory: string, pathname: string): string | undefined {
  const wanted = path.join(directory, path.normalize(pathname));
  const page = path.join(wanted.replace(/\.html$/, ''), 'index.html');
  return [wanted, path.join(wanted, 'index.html'), page].find(
    (file) => existsSync(file) && statSync(file).isFile(),
  );
}
