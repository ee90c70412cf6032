/** A clock that tests advance: waiting takes no time, and is recorded. */
export function fakeClock() {
  const clock = {
    time: Date.parse('2026-01-01T00:00:00Z'),
    /** The waits in milliseconds. */
    waits: [] as number[],
    now: () => clock.time,
    random: () => 0.5,
    sleep: async (milliseconds: number) => {
      clock.waits.push(milliseconds);
      clock.time += milliseconds;
    },
  };
  return clock;
}
