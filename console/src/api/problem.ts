import text from 'messages:problems';
import type { Problem } from './types';

/** RFC 9457. Proxies send less than the server. */
export type ProblemDocument = Pick<Problem, 'type' | 'title' | 'status'> &
  Partial<Pick<Problem, 'detail' | 'parameter_name' | 'request_id'>>;

/** A response whose status is 400 or higher. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';

  constructor(readonly problem: ProblemDocument) {
    super(problem.detail ?? problem.title);
  }

  get status(): number {
    return this.problem.status;
  }

  /** The code of the error, such as `edit-conflict`: the fragment of `type`. */
  get code(): string {
    return this.problem.type?.split('#')[1] ?? '';
  }
}

/** The server did not respond. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';

  constructor(cause?: unknown) {
    super(text('noResponse'), { cause });
  }
}

/** A chosen file was written, moved or deleted on the disk before its upload. */
export class ChangedFileError extends Error {
  override readonly name = 'ChangedFileError';

  constructor(
    readonly file: { name: string },
    cause?: unknown,
  ) {
    super(text('fileCannotBeUploaded'), { cause });
  }
}

export const hasCode = (error: unknown, code: string) => error instanceof ProblemError && error.code === code;

/** What is wrong with a member of the body; `undefined` if the error is not about it. */
export const parameterError = (error: unknown, name: string): string | undefined =>
  error instanceof ProblemError && error.problem.parameter_name === name ? error.problem.detail : undefined;

/** Reads the problem document of a response; proxies send errors without one. */
export async function problemOf(response: Response): Promise<ProblemError> {
  const fallback: ProblemDocument = {
    type: 'about:blank',
    title: text('serverReturnedStatus', { status: String(response.status) }),
    status: response.status,
  };
  try {
    return new ProblemError({ ...fallback, ...((await response.json()) as object) });
  } catch {
    return new ProblemError(fallback);
  }
}

/** Whether the server explains the error, in English. */
export const isOfServer = (error: unknown): boolean =>
  error instanceof ProblemError && error.problem.type !== 'about:blank';

/** A title and an explanation of any error. */
export function describeError(error: unknown): { title: string; detail: string; requestId?: string } {
  if (error instanceof ConnectionError) return { title: text('connectionLost'), detail: error.message };
  if (error instanceof ChangedFileError) {
    return { title: text('fileHasChanged', { name: error.file.name }), detail: error.message };
  }
  if (error instanceof ProblemError) {
    const { title, detail, request_id } = error.problem;
    return { title, detail: detail ?? '', requestId: request_id };
  }
  return { title: text('unexpectedError'), detail: error instanceof Error ? error.message : String(error) };
}
