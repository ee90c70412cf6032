import text from 'messages:signIn';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { send } from '@/api/request';
import type { Session } from '@/api/types';
import { Button } from '@/components/Button';
import { Dialog } from '@/components/Dialog';
import { ErrorNotice } from '@/components/ErrorNotice';
import { useNow } from '@/components/useNow';
import { endOf } from '@/session/end';
import { expire, useUsedAt } from '@/session/session';

/** Warns before the session ends, and covers the page when it has ended. */
export function IdleWarning({ session }: { session: Session }) {
  const now = useNow(1000);
  const { at, warningAt, isExtendable } = endOf(session, useUsedAt());
  const [dismissed, setDismissed] = useState<number>();
  const { mutate, isPending, error } = useMutation({ mutationFn: () => send('/session') });
  const isEnded = now >= at;
  useEffect(() => {
    if (isEnded) expire();
  }, [isEnded]);
  if (now < warningAt || isEnded || dismissed === at) return null;
  return (
    <Dialog
      title={text('sessionEndsSoon')}
      isOpen
      onClose={() => {}}
      role="alertdialog"
      isDismissable={false}
    >
      <div className="dialog-body">
        <p>{isExtendable ? text('idle') : text('longestDuration')}</p>
        {error && <ErrorNotice error={error} />}
      </div>
      <div className="dialog-actions">
        <Button
          variant="primary"
          autoFocus
          isPending={isPending}
          onPress={() => (isExtendable ? mutate() : setDismissed(at))}
        >
          {isExtendable ? text('staySignedIn') : text('continue')}
        </Button>
      </div>
    </Dialog>
  );
}
