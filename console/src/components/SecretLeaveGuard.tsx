import text from 'messages:shared';
import { LeaveGuard } from './LeaveGuard';

/** Asks before a page with a secret is left that is shown once and was not stored. */
export function SecretLeaveGuard({ isStored }: { isStored: boolean }) {
  return (
    <LeaveGuard
      isActive={() => !isStored}
      title={text('leaveWithoutSecretQuestion')}
      action={text('leaveWithoutSecret')}
    >
      <p>{text('secretNotConfirmed')}</p>
    </LeaveGuard>
  );
}
