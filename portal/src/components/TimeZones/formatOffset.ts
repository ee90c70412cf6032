/** Writes minutes east of Greenwich as `+05:30`, with a real minus sign in the west. */
export function formatOffset(minutes: number): string {
  const distance = Math.abs(minutes);
  const hours = String(Math.floor(distance / 60)).padStart(2, '0');
  return `${minutes < 0 ? '−' : '+'}${hours}:${String(distance % 60).padStart(2, '0')}`;
}
