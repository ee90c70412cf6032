const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'];

/** A size such as `2.4 MB`. */
export function formatBytes(bytes: number): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1);
  const options = { style: 'unit', unit: units[power], unitDisplay: power ? 'short' : 'long' } as const;
  return new Intl.NumberFormat('en-GB', { ...options, maximumFractionDigits: 1 }).format(
    bytes / 1000 ** power,
  );
}

/** A number of rows such as `1 row` and `4,200 rows`. */
export const formatRows = (rows: number) => `${rows.toLocaleString('en-GB')} ${rows === 1 ? 'row' : 'rows'}`;

/** A time from now, such as `in 5 minutes`; `later` if it is not known. */
export const formatWait = (seconds: number) =>
  seconds > 0 ? new Intl.RelativeTimeFormat('en-GB').format(Math.ceil(seconds / 60), 'minute') : 'later';
