import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { countText, textLanguage, textsIn } from './texts';

const folder = path.join(import.meta.dirname, 'texts');
const languages = readdirSync(folder).map((name) => path.basename(name, '.json'));
const read = (language: string): Record<string, string | Record<string, string>> =>
  JSON.parse(readFileSync(path.join(folder, `${language}.json`), 'utf8'));

test('there are texts in all languages', () => {
  const expected = ['cs', 'da', 'de', 'el', 'en', 'es', 'fi', 'fr', 'it', 'nb', 'nl', 'pl', 'pt', 'sv'];
  expect([...languages].sort()).toEqual(expected);
});

describe.each(languages)('%s', (language) => {
  const texts = read(language);

  test('has every text of English', () => {
    expect(Object.keys(texts)).toEqual(Object.keys(read('en')));
  });

  test('has every plural form of the language, with the number', () => {
    const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    for (const forms of Object.values(texts).filter((text) => typeof text === 'object')) {
      expect(Object.keys(forms).sort()).toEqual([...categories].sort());
      for (const form of Object.values(forms)) expect(form).toMatch(/^\{n\} \S/);
    }
  });

  test('has sentences that end with a full stop, and labels that end with a colon', () => {
    for (const [name, text] of Object.entries(texts)) {
      if (typeof text === 'string')
        expect(text).toMatch(/^(status|project)$/.test(name) ? /\S\s?:$/ : /\S\.$/);
    }
  });
});

test('numbers have the plural form of their language', () => {
  expect(countText('en', 'ideas', 1)).toBe('1 idea');
  expect(countText('en', 'ideas', 1204)).toBe('1,204 ideas');
  expect(countText('pl', 'ideas', 3)).toBe('3 pomysły');
  expect(countText('pl', 'ideas', 12)).toBe('12 pomysłów');
  expect(countText('cs', 'comments', 2)).toBe('2 komentáře');
  expect(countText('cs', 'comments', 7)).toBe('7 komentářů');
  expect(countText('fr', 'ideas', 0)).toBe('0 idée');
});

test('a locale reads the texts of its language, of a relative, or English', () => {
  expect(textLanguage('nl-BE')).toBe('nl');
  expect(textLanguage('no')).toBe('nb');
  expect(textLanguage('nn-NO')).toBe('nb');
  expect(textLanguage('ar')).toBe('en');
  expect(textsIn('nl').noIdeas).toContain('ideeën');
});
