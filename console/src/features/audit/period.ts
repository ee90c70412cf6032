import type { Day } from '@/api/types';
import { addDays } from '@/components/format';

/** The timestamps of a period of days (UTC), both included. */
export function periodOf(from?: Day, until?: Day): { from?: string; until?: string } {
  return {
    ...(from ? { from: `${from}T00:00:00.000Z` } : {}),
    ...(until ? { until: `${addDays(until, 1)}T00:00:00.000Z` } : {}),
  };
}
