import text from 'messages:shared';
import { useBlocker } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ConfirmDialog } from './ConfirmDialog';

interface LeaveGuardProps {
  /** Whether leaving loses something. It is asked when somebody leaves. */
  isActive: () => boolean;
  title: string;
  /** The label of the button that leaves. */
  action: string;
  children: ReactNode;
}

/** Asks before somebody leaves the page or closes the window. */
export function LeaveGuard({ isActive, title, action, children }: LeaveGuardProps) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: isActive,
    enableBeforeUnload: isActive,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      title={title}
      isOpen={status === 'blocked'}
      onClose={() => reset?.()}
      onConfirm={() => proceed?.()}
      action={action}
      dismissal={text('stay')}
    >
      {children}
    </ConfirmDialog>
  );
}
