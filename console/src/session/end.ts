import type { Session } from '@/api/types';

/** How long before the end the warning appears. */
const WARNING_MS = 60_000;

/** The server stores the last use of a session at most this often, so the session can end earlier by as much. */
const STORED_EVERY_MS = 60_000;

interface SessionEnd {
  /** When the session ends without another request: milliseconds since 1970. */
  at: number;
  /** When the warning appears. */
  warningAt: number;
  /** Whether a request postpones the end. A session has a longest duration, too. */
  isExtendable: boolean;
}

/** When a session that was used last at `usedAt` ends. */
export function endOf(
  session: Pick<Session, 'idle_timeout_seconds' | 'expires_at'>,
  usedAt: number,
): SessionEnd {
  const timeout = session.idle_timeout_seconds * 1000;
  const idleAt = usedAt + timeout - Math.min(STORED_EVERY_MS, timeout / 10);
  const expiresAt = session.expires_at ? Date.parse(session.expires_at) : Number.POSITIVE_INFINITY;
  const at = Math.min(idleAt, expiresAt);
  return { at, warningAt: at - Math.min(WARNING_MS, timeout / 2), isExtendable: idleAt < expiresAt };
}
