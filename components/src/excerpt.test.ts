import { expect, test } from 'vitest';
import { cut, oneLine, withoutTags } from './excerpt';

const lineOf = (html: string) => oneLine(withoutTags(html));

test('a text ends after a word, with an ellipsis', () => {
  expect(cut('Trees along the canal', 40)).toBe('Trees along the canal');
  expect(cut('Trees along the canal', 21)).toBe('Trees along the canal');
  expect(cut('Trees along the canal', 20)).toBe('Trees along the…');
  expect(cut('Trees along, the canal', 12)).toBe('Trees along…');
  expect(cut('Trees along the canal', 15)).toBe('Trees along the…');
});

test('a word that is longer than half of the text is cut', () => {
  expect(cut('x'.repeat(10_000), 20)).toBe(`${'x'.repeat(20)}…`);
  expect(cut(`To ${'x'.repeat(50)}`, 20)).toBe(`To ${'x'.repeat(17)}…`);
});

test('a character of two code units is not divided', () => {
  expect(cut('🌳'.repeat(30), 5)).toBe('🌳🌳🌳🌳🌳…');
  expect(cut('🌳🌳🌳 🌳🌳🌳', 5)).toBe('🌳🌳🌳…');
});

test('tags are removed, and separate words only if they are blocks', () => {
  expect(lineOf('<p>One <b>t</b>wo</p><p>three</p>')).toBe('One two three');
  expect(lineOf('<ul><li>a</li><li>b</li></ul>c<br>d<hr/>e')).toBe('a b c d e');
  expect(lineOf('a <a href="x>y" title=\'<\'>link</a> b')).toBe('a link b');
});

test('text that is not shown is left out', () => {
  expect(lineOf('a<script>alert(1)</script>b<style>p{}</style>c<!-- d -->e')).toBe('a b c e');
  expect(lineOf('a<svg><text>x</text></svg>b<iframe src=x>y</iframe>c')).toBe('a b c');
  expect(lineOf('a<SCRIPT>alert(1)')).toBe('a');
});

test('text that only resembles tags remains', () => {
  expect(lineOf('1 < 2 and 3 > 2')).toBe('1 < 2 and 3 > 2');
  expect(lineOf('a &lt;b&gt; c')).toBe('a &lt;b&gt; c');
  expect(lineOf('cut in a <a href="x')).toBe('cut in a');
});

test('long hostile HTML takes little time', () => {
  const started = performance.now();
  for (const part of ['<', '<a "', "<a '", '<!--', '<script', '<a "\'', '<a ='])
    withoutTags(part.repeat(100_000));
  expect(performance.now() - started).toBeLessThan(2000);
});
