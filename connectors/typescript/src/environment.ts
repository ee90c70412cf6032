/** What the client uses of its surroundings; tests replace parts of it. */
export interface Environment {
  fetch: typeof globalThis.fetch;
  /** The time in milliseconds since 1970. */
  now(): number;
  /** A number from 0 to 1, without 1. */
  random(): number;
  /** Resolves after this time, or rejects when the signal is aborted. */
  sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void>;
}

export const defaultEnvironment: Environment = {
  fetch: (input, init) => globalThis.fetch(input, init),
  now: () => Date.now(),
  random: () => Math.random(),
  sleep: (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const abort = () => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', abort);
        resolve();
      }, milliseconds);
      signal?.addEventListener('abort', abort, { once: true });
    }),
};
