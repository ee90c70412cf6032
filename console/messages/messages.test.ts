import compile from 'icu-minify/compile';
import { describe, expect, test } from 'vitest';
import { de } from './de';
import { en } from './en';
import { fr } from './fr';
import { nl } from './nl';

type Catalogue = Record<string, Record<string, string>>;

const messagesOf = (catalogue: Catalogue) =>
  Object.entries(catalogue).flatMap(([group, messages]) =>
    Object.entries(messages).map(([key, message]) => [`${group} ${key}`, message] as const),
  );

/** The parameters of a compiled message with their types, and its tags. */
function parametersOf(node: unknown): string[] {
  if (!Array.isArray(node)) return [];
  return node.flatMap((part) => {
    if (!Array.isArray(part)) return [];
    const [name, type, options] = part;
    if (part.length === 1) return [`${name}`];
    if (typeof type !== 'number' || type === 0) return [`<${name}>`, ...parametersOf(part.slice(1))];
    const branches = options && typeof options === 'object' ? Object.values(options) : [];
    return [`${name}: ${type}`, ...branches.flatMap(parametersOf)];
  });
}

const uniqueParametersOf = (message: string) => [...new Set(parametersOf(compile(message)))].sort();

/** The categories of each plural in a message. */
const pluralsOf = (message: string) =>
  [...message.matchAll(/, plural,((?: \w+ \{[^{}]*(?:\{[^{}]*\}[^{}]*)*\})+)\}/g)].map(([, branches]) =>
    [...(branches ?? '').matchAll(/(\w+) \{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}/g)].map(([, category]) => category),
  );

describe.each([
  ['en', en as Catalogue],
  ['nl', nl],
  ['fr', fr],
  ['de', de],
])('the messages in %s', (_, catalogue) => {
  const english = new Map(messagesOf(en));

  test('are complete', () => {
    expect(messagesOf(catalogue).map(([key]) => key)).toEqual([...english.keys()]);
  });

  test('have the parameters of the English ones', () => {
    const found = messagesOf(catalogue).map(([key, message]) => [key, uniqueParametersOf(message)]);
    expect(found).toEqual([...english].map(([key, message]) => [key, uniqueParametersOf(message)]));
  });

  test('have both forms of each plural', () => {
    for (const [key, message] of messagesOf(catalogue)) {
      expect(pluralsOf(message).length, key).toBe(message.split(', plural,').length - 1);
      for (const categories of pluralsOf(message)) expect(categories, key).toEqual(['one', 'other']);
    }
  });

  test('have no spaces at their ends', () => {
    for (const [key, message] of messagesOf(catalogue)) expect(message.trim(), key).toBe(message);
  });
});

test.each(Object.entries({ nl, fr, de }))('%s has typographic apostrophes', (_, catalogue) => {
  // The other apostrophe quotes in ICU messages.
  expect(messagesOf(catalogue).filter(([, message]) => message.includes("'"))).toEqual([]);
});
