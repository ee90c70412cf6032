import type { ReactNode } from 'react';
import { parameterError } from '@/api/problem';

/** A text of the server, which is in English whatever the language of the console is. */
export function ServerText({ children }: { children: ReactNode }) {
  return <span lang="en">{children}</span>;
}

/** What the server said is wrong with a member of the body; `undefined` if the error is not about it. */
export function serverError(error: unknown, name: string): ReactNode {
  const detail = parameterError(error, name);
  return detail && <ServerText>{detail}</ServerText>;
}
