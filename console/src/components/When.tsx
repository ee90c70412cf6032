import type { Timestamp } from '@/api/types';
import { formatExact, formatRelative, formatTimestamp } from './format';

/** A timestamp in the reader's time zone, or how long ago it is; the exact time is its title. */
export function When({ at, isRelative }: { at: Timestamp | null; isRelative?: boolean }) {
  if (!at) return <span className="quiet">Never</span>;
  return (
    <time dateTime={at} title={formatExact(at)}>
      {isRelative ? formatRelative(at) : formatTimestamp(at)}
    </time>
  );
}
