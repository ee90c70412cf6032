/** The time of a record; `undefined` if it has none. */
export function time(value: string | null | undefined): Date | undefined {
  const date = new Date(value ?? '');
  return Number.isNaN(date.valueOf()) ? undefined : date;
}

/** A day in words, in the language of a locale. */
export const dayText = (locale: string, date: Date) =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long' }).format(date);

/** The number of a day and the short name of its month. */
export function dayParts(locale: string, timeZone: string | undefined, date: Date) {
  const part = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone }).format(date);
  return { day: part({ day: 'numeric' }), month: part({ month: 'short' }) };
}

/**
 * From when to when, in words; without the year if it is the current one. Without an end, or with one before the start, only the
 * start.
 */
export function rangeText(locale: string, start: Date, end?: Date, timeZone?: string, now = new Date()) {
  const year = new Intl.DateTimeFormat('en', { year: 'numeric', timeZone });
  const isThisYear = [start, end ?? start].every((date) => year.format(date) === year.format(now));
  const format = new Intl.DateTimeFormat(locale, {
    weekday: 'short',
    day: 'numeric',
    month: 'long',
    year: isThisYear ? undefined : 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
  });
  return end && end > start ? format.formatRange(start, end) : format.format(start);
}
