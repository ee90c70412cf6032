/** The texts of a date filter, and what they ask for in words. */
export interface FilterDates {
  /** For `created_at`, `updated_at` and `deleted_at`: the day before the month. */
  records: string;
  /** For `start_at` and `end_at` of phases: the month before the day. */
  phases: string;
  meaning: string;
}

/** Writes a span of days, each `YYYY-MM-DD` or empty for an open end. */
export function filterDates(from: string, to: string): FilterDates {
  const [start, end] = from && to && from > to ? [to, from] : [from, to];
  return {
    records: span(dayFirst(start), dayFirst(end)),
    phases: span(start, end),
    meaning: meaning(start, end),
  };
}

function dayFirst(date: string): string {
  const [year, month, day] = date.split('-');
  return date && `${year}-${day}-${month}`;
}

function span(start: string, end: string): string {
  if (!start && !end) {
    return '';
  }
  return start === end ? start : `${start},${end}`;
}

function meaning(start: string, end: string): string {
  if (start && end) {
    return start === end
      ? `On ${spelled(start)}`
      : `From ${spelled(start)} to ${spelled(end)}, both included`;
  }
  if (start) {
    return `From ${spelled(start)} on`;
  }
  return end ? `Up to and including ${spelled(end)}` : 'Pick a day';
}

function spelled(date: string): string {
  return new Date(`${date}T00:00:00Z`).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
}
