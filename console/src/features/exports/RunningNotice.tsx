import { Link } from '@tanstack/react-router';
import type { Export } from '@/api/types';
import { Notice } from '@/components/Notice';
import { When } from '@/components/When';
import { startedBy } from './exports';

interface RunningNoticeProps {
  /** The export that runs, if it is known. */
  running?: Export;
  /** Whether the server rejected a start because of it. */
  isRejected: boolean;
}

/** Only one export runs at a time. */
export function RunningNotice({ running, isRejected }: RunningNoticeProps) {
  return (
    <Notice tone="warning" title="Another export is running" isAlert={isRejected}>
      <p>
        Only one export can run at a time.{' '}
        {running ? (
          <>
            <Link to="/exports/$exportId" params={{ exportId: running.id }}>
              Show the running export
            </Link>
            , started <When at={running.started_at} isRelative /> by {startedBy(running)}. When it has ended,
            start this one.
          </>
        ) : (
          'Wait for its end, then start this one.'
        )}
      </p>
    </Notice>
  );
}
