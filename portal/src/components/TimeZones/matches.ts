import type { TimeZone } from '../../timezones/timeZones';
import { formatOffset } from './formatOffset';

/**
 * Whether a time zone matches every word of a filter: the beginning of a word of its name or of its countries, an
 * abbreviation, or an offset such as `+05:30`, `utc+2` or `-3`.
 */
export function matches(zone: TimeZone, filter: string): boolean {
  const words = filter
    .toLowerCase()
    .replaceAll('\u2212', '-')
    .replace(/\b(utc|gmt)\s*([+-])\s*/g, '$1$2')
    .split(/\s+/)
    .filter(Boolean);
  const names = namesOf(zone);
  return words.every((word) => matchesOffset(zone, word) ?? names.some((name) => name.startsWith(word)));
}

/** The texts that a word of the filter may start. */
function namesOf({ name, countries, abbreviations }: TimeZone): string[] {
  const parts = name.split('/').map((_, index, all) => all.slice(index).join('/'));
  return [
    ...parts,
    ...[name, ...countries].flatMap((text) => text.split(/[^\p{L}\p{N}]+/u)),
    ...abbreviations,
  ].map((text) => text.toLowerCase());
}

/** Undefined if the word is not an offset; an incomplete one such as `+05:` matches offsets that start with it. */
function matchesOffset({ standard, daylight = standard }: TimeZone, word: string): boolean | undefined {
  const [, sign, hours, minutes = '0'] = /^(?:utc|gmt)?([+-])(\d{1,2})(?::?(\d{2}))?$/.exec(word) ?? [];
  if (sign) {
    const offset = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1);
    return [standard, daylight].includes(offset);
  }
  const [, start] = /^(?:utc|gmt)?([+-][\d:]*)$/.exec(word) ?? [];
  return start === undefined
    ? undefined
    : [standard, daylight].some((offset) => formatOffset(offset).replace('\u2212', '-').startsWith(start));
}
