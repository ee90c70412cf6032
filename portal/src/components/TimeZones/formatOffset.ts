/** Formats an offset in minutes east of UTC as `+05:30`, with a Unicode minus sign for negative offsets. */
export function formatOffset(minutes: number): string {
  const absolute = Math.abs(minutes);
  const hours = String(Math.floor(absolute / 60)).padStart(2, '0');
  return `${minutes < 0 ? '−' : '+'}${hours}:${String(absolute % 60).padStart(2, '0')}`;
}
