import { describe, expect, test } from 'vitest';
import { originOf, originsError, originsOf } from './origins';

describe('the origin of a page', () => {
  test.each([
    ['https://www.city.example', 'https://www.city.example'],
    [' HTTPS://Www.City.example:443/news?page=2#top ', 'https://www.city.example'],
    ['http://localhost:3000/', 'http://localhost:3000'],
    ['https://bücher.example', 'https://xn--bcher-kva.example'],
    ['https://user@city.example', 'https://city.example'],
  ])('%s', (text, origin) => expect(originOf(text)).toBe(origin));

  test.each([
    '',
    '*',
    'null',
    'www.city.example',
    'city.example/news',
    'https://',
    'https:/city.example',
    'https://*.city.example',
    'ftp://city.example',
    'javascript://city.example',
    'https://city.example:99999',
  ])('%s has none', (text) => expect(originOf(text)).toBeUndefined());
});

describe('a list of websites', () => {
  test('may have lines, commas and repetitions', () => {
    const lines = ['https://a.example/x, https://b.example', '', ' https://A.example '];
    expect(originsOf(lines)).toEqual(['https://a.example', 'https://b.example']);
    expect(originsError(lines)).toBeUndefined();
  });

  test('has 1 to 50 origins', () => {
    const many = Array.from({ length: 51 }, (_, index) => `https://${index}.example`);
    expect(originsError(['', ' '])).toMatch(/at least one/);
    expect(originsError(many)).toMatch(/at most 50 websites; these are 51/);
    expect(originsError(many.slice(1))).toBeUndefined();
  });

  test('names what is not a website', () => {
    expect(originsError(['https://a.example', 'www.city.example'])).toMatch(/^'www.city.example' is not/);
  });
});
