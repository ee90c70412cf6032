import paging from 'messages:paging';
import shared from 'messages:shared';
import { afterAll, describe, expect, test } from 'vitest';
import { formatBytes, formatDay, formatList, formatRelative } from '@/components/format';
import { currentLanguage, type Language, selectLanguage, switchLanguage } from './language';

test.each<[string, unknown, string[], Language]>([
  ['the first preferred language that the console has', null, ['es-ES', 'de-AT', 'en'], 'de'],
  ['whatever the region and the case are', null, ['NL-be'], 'nl'],
  ['the chosen one before the preferred one', 'fr', ['de'], 'fr'],
  ['the preferred one if the chosen one is unknown', 'it', ['de'], 'de'],
  ['English without a language that the console has', null, ['es', 'eng'], 'en'],
  ['English without preferences', null, [], 'en'],
])('the language is %s', (_, chosen, preferred, language) =>
  expect(selectLanguage(chosen, preferred)).toBe(language),
);

describe('in another language', () => {
  afterAll(() => switchLanguage('en'));

  test.each<[Language, string[]]>([
    ['en', ['Cancel', '1–24 of 1,234 clients', '18.4 kB', '22 Nov 2026', '3 hours ago', 'a, b, c']],
    ['nl', ['Annuleren', '1–24 van 1.234 clients', '18,4 kB', '22 nov 2026', '3 uur geleden', 'a, b, c']],
    ['fr', ['Annuler', '1–24 sur 1 234 clients', '18,4 ko', '22 nov. 2026', 'il y a 3 heures', 'a, b et c']],
    ['de', ['Abbrechen', '1–24 von 1.234 Clients', '18,4 kB', '22.11.2026', 'vor 3 Stunden', 'a, b und c']],
  ])('%s has its messages, numbers, dates, lists and relative times', async (language, expected) => {
    await switchLanguage(language);
    expect(currentLanguage()).toBe(language);
    const texts = [
      shared('cancel'),
      paging('clientsRange', { first: 1, last: 24, count: 1234 }),
      formatBytes(18_400),
      formatDay('2026-11-22'),
      formatRelative('2026-11-22T11:00:00Z', Date.parse('2026-11-22T14:00:00Z')),
      formatList(['a', 'b', 'c']),
    ];
    // French separates groups of digits with a narrow space that does not break.
    expect(texts.map((each) => each.replaceAll('\u202f', ' '))).toEqual(expected);
  });
});
