import type { AuditFilters } from '@/api/queries';

/** The start of a day in the time zone of the browser. What is not a day is returned as it is; the server explains it. */
function startOf(day: string, daysLater = 0): string {
  const start = new Date(`${day}T00:00:00`);
  start.setDate(start.getDate() + daysLater);
  return Number.isNaN(start.getTime()) ? day : start.toISOString();
}

/** The filters for the server, which takes days as days in UTC: days of the browser's time zone become timestamps. */
export const inTimestamps = ({ from, until, ...filters }: AuditFilters): AuditFilters => ({
  ...filters,
  from: from && startOf(from),
  until: until && startOf(until, 1),
});
