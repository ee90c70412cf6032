import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CheerioAPI, load } from 'cheerio';

/** A page of the built site. */
export interface Page {
  /** The path of its URL, including the locale. */
  path: string;
  /** Its HTML file. */
  file: string;
  title: string;
  description: string;
  /** Its main content, without menus, buttons, heading links and other controls. */
  content: CheerioAPI;
}

const controls = [
  'nav',
  'button',
  'script',
  'style',
  'svg',
  'dialog',
  'aside',
  'form',
  '.hash-link',
  '.theme-doc-breadcrumbs',
  '.theme-doc-footer',
  '.theme-doc-toc-mobile',
  '[data-ui-only]',
].join(',');

/** Reads the pages of a finished build, sorted by path, without the not-found page. */
export function readPages(directory: string, routes: string[], baseUrl: string): Page[] {
  return [...new Set(routes.map((route) => withoutSlash(route)))]
    .map((path) => ({ path, file: fileOf(directory, path, baseUrl) }))
    .filter(({ file }) => existsSync(file))
    .map(({ path, file }) => readPage(path, file))
    .sort((one, other) => one.path.localeCompare(other.path));
}

function withoutSlash(route: string): string {
  return route.length > 1 ? route.replace(/\/$/, '') : route;
}

function fileOf(directory: string, path: string, baseUrl: string): string {
  const relative = path.startsWith(baseUrl) ? path.slice(baseUrl.length) : path.slice(1);
  return join(directory, `${path}/` === baseUrl ? '' : relative, 'index.html');
}

function readPage(path: string, file: string): Page {
  const whole = load(readFileSync(file, 'utf8'));
  const main = whole('main').first();
  const body = main.find('.theme-doc-markdown').first();
  const content = load(`<main>${(body.length ? body : main).html() ?? ''}</main>`, null, false);
  content(controls).remove();
  return {
    path,
    file,
    title: whole('title')
      .text()
      .replace(/ \| [^|]*$/, ''),
    description: whole('meta[name=description]').attr('content') ?? '',
    content,
  };
}
