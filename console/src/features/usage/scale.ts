/** The upper end of an axis, a round number, and the values of its lines. */
export function scaleOf(maximum: number, lines = 4): { top: number; values: number[] } {
  const rough = Math.max(maximum, 1) / lines;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(
    1,
    [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((value) => value >= rough) ?? 1,
  );
  const steps = Math.max(1, Math.ceil(maximum / step));
  return { top: steps * step, values: Array.from({ length: steps + 1 }, (_, index) => index * step) };
}
