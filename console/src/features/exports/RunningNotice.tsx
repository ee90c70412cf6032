import text from 'messages:exports';
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
    <Notice tone="warning" title={text('anotherIsRunning')} isAlert={isRejected}>
      <p>
        {running
          ? text('showRunning', {
              link: (content) => (
                <Link to="/exports/$exportId" params={{ exportId: running.id }}>
                  {content}
                </Link>
              ),
              when: () => <When at={running.started_at} isRelative />,
              name: startedBy(running),
            })
          : text('waitForEnd')}
      </p>
    </Notice>
  );
}
