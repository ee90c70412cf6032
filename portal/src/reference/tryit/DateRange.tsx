import { filterDates } from '../../components/DateConverter/filterDates';
import type { DateOrder } from '../samples/request';
import styles from './parameters.module.css';

interface DateRangeProps {
  name: string;
  order: DateOrder;
  /** The value of the parameter: a date or a range. */
  value: string;
  onChange: (value: string) => void;
}

/** Date pickers for a filter that takes a range of dates, and the range in words. */
export default function DateRange({ name, order, value, onChange }: DateRangeProps) {
  const [from, to] = daysOf(value, order);
  const change = (start: string, end: string) => {
    const { records, phases } = filterDates(start, end);
    onChange(order === 'day-first' ? records : phases);
  };
  return (
    <div className={styles.dates}>
      <label>
        <span>From</span>
        <input
          type="date"
          aria-label={`${name} from`}
          value={from}
          onChange={({ target }) => change(target.value, to)}
        />
      </label>
      <label>
        <span>to</span>
        <input
          type="date"
          aria-label={`${name} to`}
          value={to}
          onChange={({ target }) => change(from, target.value)}
        />
      </label>
      {(from || to) && <p className={styles.text}>{filterDates(from, to).meaning}</p>}
    </div>
  );
}

/** Whether a day exists; date pickers warn about others. */
const isDay = (day: string) => {
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
};

/** The days of a value as date pickers write them; empty for an open end and for anything but a date. */
export function daysOf(value: string, order: DateOrder): [from: string, to: string] {
  const dayOf = (text = '') => {
    const [, year, first, second] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text.trim()) ?? [];
    if (!year) return '';
    const day = order === 'day-first' ? `${year}-${second}-${first}` : `${year}-${first}-${second}`;
    return isDay(day) ? day : '';
  };
  const parts = value.split(',');
  return [dayOf(parts[0]), dayOf(parts.length > 1 ? parts[1] : parts[0])];
}
