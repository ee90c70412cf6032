import type { Person } from '@/api/types';
import { count, inWords } from '@/components/format';

export const nameOf = ({ first_name, last_name, email, id }: Person): string =>
  [first_name, last_name].filter(Boolean).join(' ') || email || id;

/** Counts by resource in words, without zeros: `3 ideas, 12 comments`. */
export function describeCounts(counts: Record<string, number>): string {
  return Object.entries(counts)
    .filter(([, number]) => number > 0)
    .map(([resource, number]) => {
      const words = inWords(resource).toLowerCase();
      return count(number, words.endsWith('ies') ? `${words.slice(0, -3)}y` : words.replace(/s$/, ''), words);
    })
    .join(', ');
}
