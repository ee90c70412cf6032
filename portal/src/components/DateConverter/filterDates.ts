/** The values of date filters for a range of days, and the range in words. */
export interface FilterDates {
  /** For `created_at`, `updated_at` and `deleted_at`: the day before the month. */
  records: string;
  /** For `start_at` and `end_at` of phases: the month before the day. */
  phases: string;
  meaning: string;
}

/** Formats a range of days, each `YYYY-MM-DD` or empty for an open end. */
export function filterDates(from: string, to: string): FilterDates {
  const [start, end] = from && to && from > to ? [to, from] : [from, to];
  return {
    records: range(dayFirst(start), dayFirst(end)),
    phases: range(start, end),
    meaning: meaning(start, end),
  };
}

function dayFirst(date: string): string {
  const [year, month, day] = date.split('-');
  return date && `${year}-${day}-${month}`;
}

function range(start: string, end: string): string {
  if (!start && !end) {
    return '';
  }
  return start === end ? start : `${start},${end}`;
}

function meaning(start: string, end: string): string {
  if (start && end) {
    return start === end
      ? `On ${formatted(start)}`
      : `From ${formatted(start)} to ${formatted(end)} (inclusive)`;
  }
  if (start) {
    return `From ${formatted(start)}`;
  }
  return end ? `Until ${formatted(end)} (inclusive)` : 'Select a date';
}

function formatted(date: string): string {
  return new Date(`${date}T00:00:00Z`).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
}
