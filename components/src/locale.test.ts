import { expect, test } from 'vitest';
import { canonical, primaryLanguage, sameLanguage } from './locale';

test('language tags become canonical, and others are ignored', () => {
  expect(canonical('nl-be')).toBe('nl-BE');
  expect(canonical(' pt_BR ')).toBe('pt-BR');
  expect(canonical('')).toBeUndefined();
  expect(canonical(null)).toBeUndefined();
  expect(canonical('not a tag')).toBeUndefined();
});

test('the locale of the same language is chosen, whatever its region and case', () => {
  const allowed = ['nl-BE', 'fr-BE', 'EN'];
  expect(sameLanguage('nl-NL', allowed)).toBe('nl-BE');
  expect(sameLanguage('fr', allowed)).toBe('fr-BE');
  expect(sameLanguage('en-GB', allowed)).toBe('EN');
  expect(sameLanguage('ar', allowed)).toBeUndefined();
  // `n` begins `nl`, and `nld` is another tag.
  expect(sameLanguage('nld', allowed)).toBeUndefined();
});

test('the language of a tag is its beginning', () => {
  expect(primaryLanguage('zh-Hant-TW')).toBe('zh');
  expect(primaryLanguage('el')).toBe('el');
});
