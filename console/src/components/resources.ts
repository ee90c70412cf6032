import counts from 'messages:resourceCounts';
import names from 'messages:resources';
import { currentLanguage } from '@/language/language';
import { formatNumber, inWords } from './format';

/** The name of a resource in words: `basket_ideas` is `Votes on ballots`. */
export const resourceName = (resource: string): string =>
  names.has(resource) ? names(resource) : inWords(resource);

/** A number of records of a resource: `3 ideas`. */
export const countRecords = (resource: string, count: number): string =>
  counts.has(resource)
    ? counts(resource, { count })
    : `${formatNumber(count)} ${inWords(resource).toLowerCase()}`;

/** The name of a resource inside a sentence. Only German nouns begin with a capital there. */
export const resourceInSentence = (resource: string): string =>
  currentLanguage() === 'de' ? resourceName(resource) : resourceName(resource).toLowerCase();
