import { createHash } from 'node:crypto';
import { load } from 'cheerio';

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The Content-Security-Policy of a page, as the server sends it: inline scripts and styles are allowed by their hashes. */
export function policyOf(html: string): string {
  const page = load(html);
  const texts = (selector: string) =>
    page(selector)
      .toArray()
      .map((element) => page(element).text());
  const scripts = texts('script:not([src]):not([type*=json])').map(hashOf);
  const styles = [
    ...texts('style'),
    ...page('[style]')
      .toArray()
      .map((element) => element.attribs.style ?? ''),
  ];
  return [
    "default-src 'none'",
    `script-src ${["'self'", ...new Set(scripts)].join(' ')}`,
    `style-src ${["'self'", "'unsafe-hashes'", ...new Set(styles.map(hashOf))].join(' ')}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'self'",
  ].join('; ');
}
