import table from '@generated/folkmoot-timezones/default/timezones.json';
import { Fragment, useId, useMemo, useState } from 'react';
import type { TimeZone } from '../../timezones/timeZones';
import Breakable from '../Breakable';
import { formatOffset } from './formatOffset';
import { matches } from './matches';
import styles from './styles.module.css';

const { release, year, zones } = table;

/** All time zones that a country uses, with their offsets this year and a filter. */
export default function TimeZones() {
  const [filter, setFilter] = useState('');
  const id = useId();
  const found = useMemo(() => zones.filter((zone) => matches(zone, filter)), [filter]);
  return (
    <div>
      <label className={styles.filter} htmlFor={id} data-ui-only>
        Filter by city, country, abbreviation or offset
        <input
          id={id}
          type="search"
          value={filter}
          placeholder="Brussels, Canada, CET, UTC+5:30"
          onChange={(event) => setFilter(event.target.value)}
        />
      </label>
      <p aria-live="polite" className={styles.count}>
        {found.length} of {zones.length} time zones · IANA {release}, offsets in {year}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll the table */}
      <section className={styles.scroll} aria-label="Time zones" tabIndex={0}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Time zone</th>
              <th scope="col">Offset</th>
              <th scope="col">Summer time</th>
              <th scope="col">Clock changes in {year}</th>
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
        <code translate="no">
          <Breakable>{zone.name}</Breakable>
        </code>
        <span className={styles.countries}>{zone.countries.join(', ')}</span>
      </th>
      <td>{formatOffset(zone.standard)}</td>
      <td>{zone.daylight === undefined ? '–' : formatOffset(zone.daylight)}</td>
      <td className={styles.changes}>
        {zone.changes.length === 0 && '–'}
        {zone.changes.map((date) => (
          <Fragment key={date}>
            <span>{date}</span>{' '}
          </Fragment>
        ))}
      </td>
    </tr>
  );
}
