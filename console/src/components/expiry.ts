import type { AccessLevels, Day } from '@/api/types';
import { addDays, formatDay } from './format';

/** The last day that a policy permits; `undefined` if it sets no maximum. */
export const lastDay = (maxDays: number, today: Day): Day | undefined =>
  maxDays > 0 ? addDays(today, maxDays) : undefined;

/** What is wrong with an expiry; `undefined` if nothing is. */
export function expiryError(expiry: Day | null, maxDays: number, today: Day): string | undefined {
  const last = lastDay(maxDays, today);
  if (expiry === null) {
    return last && `Choose a day. The policy permits at most ${maxDays} days, until ${formatDay(last)}.`;
  }
  if (!/^\d{4}-\d{2}-\d{2}$/.test(expiry)) return 'Enter a complete date.';
  if (expiry < today) return 'The day has passed. Choose a later one.';
  if (last && expiry > last) return `The policy permits at most ${maxDays} days, until ${formatDay(last)}.`;
  return undefined;
}

/** The last day that a form proposes for a new client. */
export const proposedDay = (levels: AccessLevels, today: Day): Day =>
  addDays(today, levels.proposed_days || levels.max_days || 366);
