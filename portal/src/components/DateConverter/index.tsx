import { useId, useState } from 'react';
import { filterDates } from './filterDates';
import styles from './styles.module.css';

/** Converts dates from a date picker into the format of date filters. */
export default function DateConverter() {
  const [from, setFrom] = useState('2024-12-31');
  const [to, setTo] = useState('');
  const id = useId();
  const { records, phases, meaning } = filterDates(from, to);
  return (
    <div className={styles.converter} data-ui-only>
      <div className={styles.dates}>
        <label htmlFor={`${id}-from`}>
          From
          <input
            id={`${id}-from`}
            type="date"
            value={from}
            onChange={(event) => setFrom(event.target.value)}
          />
        </label>
        <label htmlFor={`${id}-to`}>
          To
          <input id={`${id}-to`} type="date" value={to} onChange={(event) => setTo(event.target.value)} />
        </label>
      </div>
      <output className={styles.result} htmlFor={`${id}-from ${id}-to`}>
        <strong>{meaning}</strong>
        <span className={styles.row}>
          <span>Records</span>
          <code translate="no" data-testid="records">
            {records || '–'}
          </code>
        </span>
        <span className={styles.row}>
          <span>Phases</span>
          <code translate="no" data-testid="phases">
            {phases || '–'}
          </code>
        </span>
      </output>
    </div>
  );
}
