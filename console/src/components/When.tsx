import text from 'messages:shared';
import type { Day, Timestamp } from '@/api/types';
import { formatDay, formatExact, formatRelative, formatTimestamp } from './format';

/** A timestamp in the reader's time zone, or how long ago it is; the exact time and the zone are its title. */
export function When({ at, isRelative }: { at: Timestamp | null; isRelative?: boolean }) {
  if (!at) return <span className="quiet">{text('never')}</span>;
  return (
    <time dateTime={at} title={formatExact(at)}>
      {isRelative ? formatRelative(at) : formatTimestamp(at)}
    </time>
  );
}

/** The last day of a client or a key, in UTC. */
export function LastDay({ day }: { day: Day | null }) {
  return day ? (
    <time dateTime={day}>{formatDay(day)}</time>
  ) : (
    <span className="quiet">{text('noExpiry')}</span>
  );
}
