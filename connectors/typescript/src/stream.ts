import type { Api } from './api.js';
import { ApiError, ConnectionError } from './errors.js';
import { queryOf } from './query.js';
import type { CallOptions } from './types.js';

// How often in a row a response may break off before its first record.
const attempts = 6;

/** Orders in which a list can be resumed. */
const resumable: readonly unknown[] = [undefined, null, '', 'created_at', '-created_at'];

/** The records of a list while they arrive in one response. A response that breaks off is resumed, if that is possible. */
export async function* streamAt<Item>(
  api: Api,
  path: string,
  parameters: object,
  options: CallOptions,
): AsyncGenerator<Item, void, undefined> {
  const query = queryOf({ ...parameters });
  const canResume = !query.has('sort') || resumable.includes(query.get('sort'));
  let failures = 0;
  for (;;) {
    try {
      for await (const line of api.lines(path, query, options)) {
        const record = JSON.parse(line);
        yield record;
        failures = 0;
        if (canResume && record.id && record.created_at) {
          query.set('resume_after', `${record.created_at},${record.id}`);
        }
      }
      return;
    } catch (error) {
      failures++;
      const isResumed = query.has('resume_after');
      if (isResumed && error instanceof ApiError && error.status === 400) {
        throw new ConnectionError(`the response of ${path} broke off, and the list cannot be resumed`, {
          cause: error,
        });
      }
      if (!isResumed || !(error instanceof ConnectionError) || failures >= attempts) throw error;
      await api.pause(failures, options.signal);
    }
  }
}
