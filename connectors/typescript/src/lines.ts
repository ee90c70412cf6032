import { ConnectionError } from './errors.js';

/** The lines of a body. A piece of it must arrive within some seconds. */
export async function* linesOf(
  body: ReadableStream<Uint8Array>,
  timeoutSeconds: number,
): AsyncGenerator<string, void, undefined> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await within(reader.read(), timeoutSeconds);
      const lines = (rest + decoder.decode(value, { stream: !done })).split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
      if (done) break;
    }
    if (rest !== '') throw new ConnectionError('the last line of the response is incomplete');
  } finally {
    // Ends the response if the caller does not need the rest.
    reader.cancel().catch(() => {});
  }
}

async function within<Value>(value: Promise<Value>, seconds: number): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    const error = new ConnectionError(`the response paused for more than ${seconds} seconds`);
    timer = setTimeout(() => reject(error), seconds * 1000);
  });
  try {
    return await Promise.race([value, timeout]);
  } catch (cause) {
    if (cause instanceof ConnectionError || (cause as Error).name === 'AbortError') throw cause;
    throw new ConnectionError('the response broke off', { cause });
  } finally {
    clearTimeout(timer);
  }
}
