import text from 'messages:shared';
import type { AccessLevels, Day } from '@/api/types';
import { addDays, formatDay } from './format';

/** The last day that a policy permits; `undefined` if it sets no maximum. */
export const lastDay = (maxDays: number, today: Day): Day | undefined =>
  maxDays > 0 ? addDays(today, maxDays) : undefined;

/** What is wrong with an expiry; `undefined` if nothing is. */
export function expiryError(expiry: Day | null, maxDays: number, today: Day): string | undefined {
  const last = lastDay(maxDays, today);
  if (expiry === null) {
    return last && text('expiryRequired', { days: maxDays, last: formatDay(last) });
  }
  if (!/^\d{4}-\d{2}-\d{2}$/.test(expiry)) return text('expiryIncomplete');
  if (expiry < today) return text('expiryPassed');
  if (last && expiry > last) return text('expiryTooLate', { days: maxDays, last: formatDay(last) });
  return undefined;
}

/** Whether a last day is at most 30 days away. */
export const isSoon = (expiry: Day | null, today: Day): boolean =>
  expiry !== null && expiry <= addDays(today, 30);

/** The last day that a form proposes for a new client. */
export const proposedDay = (levels: AccessLevels, today: Day): Day =>
  addDays(today, levels.proposed_days || levels.max_days || 366);
