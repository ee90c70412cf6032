import { expect, test } from 'vitest';
import { parseUrl, webUrl } from './url';

test('only absolute URLs of the web are links', () => {
  expect(webUrl('https://x.example/a b')).toBe('https://x.example/a%20b');
  expect(webUrl('http://x.example')).toBe('http://x.example/');
  for (const text of [
    'javascript:alert(1)',
    ' JavaScript:alert(1)',
    'data:text/html,x',
    '/path',
    '',
    null,
    undefined,
  ]) {
    expect(webUrl(text)).toBeUndefined();
  }
});

test('a relative URL of a server belongs to the page', () => {
  expect(parseUrl('/prefix/', 'https://x.example/page')?.href).toBe('https://x.example/prefix/');
  expect(parseUrl('https://', 'https://x.example')).toBeUndefined();
});
