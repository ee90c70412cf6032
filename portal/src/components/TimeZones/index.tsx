import table from '@generated/folkmoot-timezones/default/timezones.json';
import { useId, useMemo, useState } from 'react';
import type { TimeZone } from '../../timezones/timeZones';
import { formatOffset } from './formatOffset';
import styles from './styles.module.css';

const { release, year, zones } = table;

/** Every time zone that a country uses, with its offsets this year, and a box to find one. */
export default function TimeZones() {
  const [wanted, setWanted] = useState('');
  const id = useId();
  const found = useMemo(() => zones.filter((zone) => matches(zone, wanted)), [wanted]);
  return (
    <div>
      <label className={styles.filter} htmlFor={id} data-steering>
        Find a city, a country or an offset
        <input
          id={id}
          type="search"
          value={wanted}
          placeholder="Brussels, Canada, +05:30"
          onChange={(event) => setWanted(event.target.value)}
        />
      </label>
      <p aria-live="polite" className={styles.count}>
        {found.length} of {zones.length} time zones · IANA {release}, offsets of {year}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <section className={styles.scroll} aria-label="Time zones" tabIndex={0}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Time zone</th>
              <th scope="col">Offset</th>
              <th scope="col">Summer time</th>
              <th scope="col">Changes in {year}</th>
            </tr>
          </thead>
          <tbody>
            {found.map((zone) => (
              <ZoneRow key={zone.name} zone={zone} />
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}

function ZoneRow({ zone }: { zone: TimeZone }) {
  return (
    <tr>
      <th scope="row">
        <code>{zone.name}</code>
        <span className={styles.countries}>{zone.countries.join(', ')}</span>
      </th>
      <td>{formatOffset(zone.standard)}</td>
      <td>{zone.daylight === undefined ? '–' : formatOffset(zone.daylight)}</td>
      <td>{zone.changes.length ? zone.changes.join(', ') : '–'}</td>
    </tr>
  );
}

function matches(zone: TimeZone, wanted: string): boolean {
  const offsets = [zone.standard, zone.daylight ?? zone.standard].map(formatOffset);
  const text = [zone.name.replaceAll('_', ' '), zone.name, ...zone.countries, ...offsets]
    .join(' ')
    .toLowerCase();
  return wanted
    .toLowerCase()
    .replaceAll('-', '−')
    .split(/\s+/)
    .every((word) => text.includes(word) || text.includes(word.replaceAll('−', '-')));
}
