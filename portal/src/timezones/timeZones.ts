import moment from 'moment-timezone';
import meta from 'moment-timezone/data/meta/latest.json';

/** A zone of the IANA database as one year sees it. */
export interface TimeZone {
  name: string;
  /** The countries that use it, by their English names. */
  countries: string[];
  /** The offset outside of summer time, in minutes east of Greenwich. */
  standard: number;
  /** The offset in summer time; absent where the clock does not change. */
  daylight?: number;
  /** The moments in this year at which the clock changes, as ISO dates. */
  changes: string[];
}

/** The table for a year, with the release of the database it comes from. */
export interface TimeZoneTable {
  release: string;
  year: number;
  zones: TimeZone[];
}

/** All zones that a country uses, in order of their names. */
export function timeZones(year: number): TimeZoneTable {
  const countries = countriesOfZones();
  const zones = [...countries.keys(), 'Etc/UTC'].sort().map((name) => ({
    name,
    countries: countries.get(name) ?? [],
    ...clockOf(name, year),
  }));
  return { release: meta.version, year, zones };
}

function countriesOfZones(): Map<string, string[]> {
  const zones = new Map<string, string[]>();
  for (const country of Object.values(meta.countries)) {
    for (const zone of country.zones) {
      zones.set(zone, [...(zones.get(zone) ?? []), country.name]);
    }
  }
  return zones;
}

function clockOf(name: string, year: number): Pick<TimeZone, 'standard' | 'daylight' | 'changes'> {
  const start = Date.UTC(year, 0, 1);
  const end = Date.UTC(year + 1, 0, 1);
  const untils = moment.tz.zone(name)?.untils ?? [];
  const changes = untils.filter((until) => Number.isFinite(until) && until >= start && until < end);
  const offsets = [start, ...changes].map((moment_) => -offsetAt(name, moment_));
  const standard = Math.min(...offsets);
  const daylight = Math.max(...offsets);
  return {
    standard,
    ...(daylight === standard ? {} : { daylight }),
    changes: changes.map((change) => new Date(change).toISOString().slice(0, 10)),
  };
}

function offsetAt(name: string, instant: number): number {
  return moment.tz.zone(name)?.utcOffset(instant) ?? 0;
}
