import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';

const build = path.join(import.meta.dirname, '../build');
const read = (name: string) => readFileSync(path.join(build, name));

describe.skipIf(!existsSync(build))('the build', () => {
  test('consists of the files that pages name', () => {
    expect(readdirSync(build).sort()).toEqual(['embed.css', 'embed.js', 'folkmoot.js']);
  });

  test('has a module of at most 16 kB', () => {
    expect(brotliCompressSync(read('folkmoot.js')).length).toBeLessThanOrEqual(16_000);
  });

  test('imports nothing, and contains nothing that a strict policy forbids', () => {
    const script = read('folkmoot.js').toString();
    expect(script).not.toMatch(
      /\bimport[\s{*"'(]|\beval\(|new Function|innerHTML|document\.write|\.cookie|localStorage/,
    );
    expect(read('embed.js').toString()).not.toMatch(/\bimport[\s{*"'(]/);
  });

  test('retains light-dark(), which follows the page', () => {
    expect(read('folkmoot.js').toString()).toContain('light-dark(#14604f,#86d5bb)');
  });
});
