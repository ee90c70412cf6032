import type { Day } from '@/api/types';
import { lastDay } from '@/components/expiry';

/** The months for which a client is usually renewed. */
const MONTHS = [3, 6, 12] as const;

/** The same day some months later, or the last day of that month if it is shorter. */
export function addMonths(day: Day, months: number): Day {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const lastOfMonth = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, lastOfMonth))).toISOString().slice(0, 10);
}

export interface Renewal {
  months: number;
  day: Day;
}

/** The renewals that the policy permits. */
export function renewalsOf(maxDays: number, today: Day): Renewal[] {
  const last = lastDay(maxDays, today);
  return MONTHS.map((months) => ({ months, day: addMonths(today, months) })).filter(
    ({ day }) => !last || day <= last,
  );
}
