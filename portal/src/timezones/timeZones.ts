import moment from 'moment-timezone';
import meta from 'moment-timezone/data/meta/latest.json';

/** A zone of the IANA database in one year. */
export interface TimeZone {
  name: string;
  /** The English names of the countries that use it. */
  countries: string[];
  /** The offset outside summer time, in minutes east of UTC. */
  standard: number;
  /** The offset in summer time; absent if the zone has none. */
  daylight?: number;
  /** Its abbreviations in this year, such as `CET`. */
  abbreviations: string[];
  /** The dates in this year on which the offset changes, in ISO format. */
  changes: string[];
}

/** The zones in one year, and the release of the IANA database. */
export interface TimeZoneTable {
  release: string;
  year: number;
  zones: TimeZone[];
}

/** All zones that a country uses, sorted by name. */
export function timeZones(year: number): TimeZoneTable {
  const countries = countriesOfZones();
  const zones = [...countries.keys(), 'Etc/UTC'].sort().map((name) => ({
    name,
    countries: countries.get(name) ?? [],
    ...offsetsOf(name, year),
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

function offsetsOf(
  name: string,
  year: number,
): Pick<TimeZone, 'standard' | 'daylight' | 'abbreviations' | 'changes'> {
  const start = Date.UTC(year, 0, 1);
  const end = Date.UTC(year + 1, 0, 1);
  const untils = moment.tz.zone(name)?.untils ?? [];
  const changes = untils.filter((until) => Number.isFinite(until) && until >= start && until < end);
  const offsets = [start, ...changes].map((instant) => -offsetAt(name, instant));
  const standard = Math.min(...offsets);
  const daylight = Math.max(...offsets);
  return {
    standard,
    ...(daylight === standard ? {} : { daylight }),
    abbreviations: abbreviationsOf(name, [start, ...changes]),
    changes: changes.map((change) => new Date(change).toISOString().slice(0, 10)),
  };
}

/** Zones without a common abbreviation have their offset instead, which is left out. */
function abbreviationsOf(name: string, instants: number[]): string[] {
  const all = instants.map((instant) => moment.tz.zone(name)?.abbr(instant) ?? '');
  return [...new Set(all)].filter((abbreviation) => /^[A-Z]+$/.test(abbreviation));
}

function offsetAt(name: string, instant: number): number {
  return moment.tz.zone(name)?.utcOffset(instant) ?? 0;
}
