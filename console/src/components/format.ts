import text from 'messages:format';
import type { Day, Timestamp } from '@/api/types';
import { dateTimeFormat, listFormat, numberFormat, relativeTimeFormat } from '@/language/formatters';
import { currentLocale } from '@/language/language';

const DAY: Intl.DateTimeFormatOptions = { dateStyle: 'medium', timeZone: 'UTC' };
const SHORT_DAY: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', timeZone: 'UTC' };
const TIMESTAMP: Intl.DateTimeFormatOptions = { dateStyle: 'medium', timeStyle: 'short' };
const SECONDS: Intl.DateTimeFormatOptions = { dateStyle: 'medium', timeStyle: 'medium' };
const EXACT: Intl.DateTimeFormatOptions = {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZoneName: 'short',
};

const formatNumberAs = (value: number, options?: Intl.NumberFormatOptions) =>
  numberFormat(currentLocale(), options).format(value);
const formatTimeAs = (value: string, options: Intl.DateTimeFormatOptions) =>
  dateTimeFormat(currentLocale(), options).format(new Date(value));

export const formatNumber = (value: number) => formatNumberAs(value);
export const formatCompact = (value: number) =>
  formatNumberAs(value, { notation: 'compact', maximumFractionDigits: 1 });
/** A share of 1 as a percentage with one decimal: `1.4 %`. */
export const formatPercent = (share: number) =>
  text('percent', {
    number: formatNumberAs(100 * share, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
  });
export const formatDay = (value: Day) => formatTimeAs(`${value}T00:00:00Z`, DAY);
export const formatShortDay = (value: Day) => formatTimeAs(`${value}T00:00:00Z`, SHORT_DAY);
export const formatTimestamp = (value: Timestamp) => formatTimeAs(value, TIMESTAMP);
export const formatSeconds = (value: Timestamp) => formatTimeAs(value, SECONDS);

/** To the second, with the time zone: `22 Nov 2026, 14:05:00 GMT`. */
export const formatExact = (value: Timestamp) => formatTimeAs(value, EXACT);

/** The name of the time zone in which timestamps are shown: that of the browser, such as `Europe/London`. */
export const timeZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Items without a word before the last one in English: `ideas, comments`. */
export const formatList = (items: string[]) =>
  listFormat(currentLocale(), { type: 'unit', style: 'short' }).format(items);

const UNITS = ['bytes', 'kilobytes', 'megabytes', 'gigabytes', 'terabytes'] as const;

export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  const size = formatNumberAs(value, { maximumFractionDigits: 1 });
  return text(UNITS[unit] ?? 'bytes', { size });
}

const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

/** How long ago a timestamp is, or how long until then: `3 hours ago`, `in 2 days`. */
export function formatRelative(value: Timestamp, now = Date.now()): string {
  const seconds = (Date.parse(value) - now) / 1000;
  for (const [unit, length] of STEPS) {
    if (Math.abs(seconds) >= length) {
      const format = relativeTimeFormat(currentLocale(), { numeric: 'auto' });
      return format.format(Math.round(seconds / length), unit);
    }
  }
  return seconds > 0 ? text('inLessThanAMinute') : text('justNow');
}

/** A duration as hours and minutes, or minutes and seconds: `23 h 59 min`. */
export function formatDuration(milliseconds: number): string {
  const total = Math.max(0, Math.floor(milliseconds / 1000));
  const hours = Math.floor(total / 3600);
  const minutes = Math.floor((total % 3600) / 60);
  const seconds = total % 60;
  if (hours >= 48) return text('daysAndHours', { days: Math.floor(hours / 24), hours: hours % 24 });
  if (hours > 0) return text('hoursAndMinutes', { hours, minutes });
  return minutes > 0 ? text('minutesAndSeconds', { minutes, seconds }) : text('seconds', { seconds });
}

/** Today in UTC, the time zone of expiries. */
export const today = (now = Date.now()): Day => new Date(now).toISOString().slice(0, 10);

export const addDays = (date: Day, days: number): Day =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

/** The words of a name in snake case, kebab case or camel case: `basket_ideas` is `Basket ideas`. */
export function inWords(name: string): string {
  const words = name
    .replaceAll(/[_-]/g, ' ')
    .replaceAll(/([a-z0-9])([A-Z])/g, (_, last: string, first: string) => `${last} ${first.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
