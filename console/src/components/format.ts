import type { Day, Timestamp } from '@/api/types';

const LOCALE = 'en-GB';

const integer = new Intl.NumberFormat(LOCALE);
const compact = new Intl.NumberFormat(LOCALE, { notation: 'compact', maximumFractionDigits: 1 });
const decimal = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 1 });
const day = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeZone: 'UTC' });
const shortDay = new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'short', timeZone: 'UTC' });
const timestamp = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'short' });
const exact = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'medium' });
const relative = new Intl.RelativeTimeFormat(LOCALE, { numeric: 'auto' });

export const formatNumber = (value: number) => integer.format(value);
export const formatCompact = (value: number) => compact.format(value);
export const formatDay = (value: Day) => day.format(new Date(`${value}T00:00:00Z`));
export const formatShortDay = (value: Day) => shortDay.format(new Date(`${value}T00:00:00Z`));
export const formatTimestamp = (value: Timestamp) => timestamp.format(new Date(value));
export const formatExact = (value: Timestamp) => exact.format(new Date(value));

/** A number with its noun: `1 client`, `2 clients`. */
export const count = (value: number, singular: string, plural = `${singular}s`) =>
  `${integer.format(value)} ${value === 1 ? singular : plural}`;

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'];

export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${decimal.format(value)} ${UNITS[unit]}`;
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
    if (Math.abs(seconds) >= length) return relative.format(Math.round(seconds / length), unit);
  }
  return seconds > 0 ? 'in less than a minute' : 'just now';
}

/** A duration as hours and minutes, or minutes and seconds: `23 h 59 min`. */
export function formatDuration(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  if (hours >= 48) return `${Math.floor(hours / 24)} d ${hours % 24} h`;
  if (hours > 0) return `${hours} h ${minutes} min`;
  return minutes > 0 ? `${minutes} min ${seconds % 60} s` : `${seconds} s`;
}

/** Today in UTC, the time zone of expiries. */
export const today = (now = Date.now()): Day => new Date(now).toISOString().slice(0, 10);

export const addDays = (date: Day, days: number): Day =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

/** The words of a name in snake case or kebab case: `basket_ideas` is `Basket ideas`. */
export function inWords(name: string): string {
  const words = name.replaceAll(/[_-]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
