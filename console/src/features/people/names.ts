import type { Person } from '@/api/types';
import { formatList } from '@/components/format';
import { countRecords } from '@/components/resources';

export const nameOf = ({ first_name, last_name, email, id }: Person): string =>
  [first_name, last_name].filter(Boolean).join(' ') || email || id;

/** Counts by resource in words, without zeros: `3 ideas, 12 comments`. */
export function describeCounts(counts: Record<string, number>): string {
  const found = Object.entries(counts).filter(([, number]) => number > 0);
  return formatList(found.map(([resource, number]) => countRecords(resource, number)));
}
