import type { ReadRecords } from '@/api/types';

/** The ways in which records are read. */
export const ways = ['lists', 'changes', 'exports'] as const;

export type Way = (typeof ways)[number];

export const totalOf = (read: ReadRecords): number => ways.reduce((sum, way) => sum + read[way], 0);

/** The records of all resources by way. */
export const sumOf = (reads: ReadRecords[]): Record<Way, number> => ({
  lists: reads.reduce((sum, { lists }) => sum + lists, 0),
  changes: reads.reduce((sum, { changes }) => sum + changes, 0),
  exports: reads.reduce((sum, { exports }) => sum + exports, 0),
});
