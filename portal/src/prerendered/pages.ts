import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type CheerioAPI, load } from 'cheerio';

/** A page as it was written to disk. */
export interface Page {
  /** Where it is reached, the locale's prefix included. */
  address: string;
  /** The file that it was written to. */
  file: string;
  title: string;
  description: string;
  /** What stands in its main part, without what only steers the page: menus, buttons, marks on headings. */
  content: CheerioAPI;
}

const steering = [
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
  '[data-steering]',
].join(',');

/** Reads the pages of a finished build, in the order of their addresses; the not-found page is none. */
export function readPages(folder: string, routes: string[], baseUrl: string): Page[] {
  return [...new Set(routes.map((route) => withoutSlash(route)))]
    .map((address) => ({ address, file: fileOf(folder, address, baseUrl) }))
    .filter(({ file }) => existsSync(file))
    .map(({ address, file }) => readPage(address, file))
    .sort((one, other) => one.address.localeCompare(other.address));
}

function withoutSlash(route: string): string {
  return route.length > 1 ? route.replace(/\/$/, '') : route;
}

function fileOf(folder: string, address: string, baseUrl: string): string {
  const inside = address.startsWith(baseUrl) ? address.slice(baseUrl.length) : address.slice(1);
  return path.join(folder, `${address}/` === baseUrl ? '' : inside, 'index.html');
}

function readPage(address: string, file: string): Page {
  const whole = load(readFileSync(file, 'utf8'));
  const main = whole('main').first();
  const body = main.find('.theme-doc-markdown').first();
  const content = load(`<main>${(body.length ? body : main).html() ?? ''}</main>`, null, false);
  content(steering).remove();
  return {
    address,
    file,
    title: whole('title')
      .text()
      .replace(/ \| [^|]*$/, ''),
    description: whole('meta[name=description]').attr('content') ?? '',
    content,
  };
}
