import { Button } from '@/components/Button';
import { Notice } from '@/components/Notice';
import type { Conflict } from './conflict';

interface ConflictNoticeProps {
  conflicts: Conflict[];
  onTakeTheirs: () => void;
}

/** What another administrator saved since this edit began. */
export function ConflictNotice({ conflicts, onTakeTheirs }: ConflictNoticeProps) {
  return (
    <Notice tone="warning" title="Another administrator changed this client meanwhile" isAlert>
      {conflicts.length > 0 ? (
        <ul className="conflicts">
          {conflicts.map(({ field, label, before, now, edited }) => (
            <li key={field}>
              <strong>{label}</strong>: <del>{before}</del>{' '}
              <span className="visually-hidden">changed to</span> <ins>{now}</ins>
              {edited && (
                <>
                  ; you entered <strong>{edited}</strong>
                </>
              )}
            </li>
          ))}
        </ul>
      ) : (
        <p>The fields below are the same; the status or the secret changed.</p>
      )}
      <p>Fields that you did not edit now have the other values. Nothing of yours is saved yet.</p>
      <Button size="small" onPress={onTakeTheirs}>
        Discard my changes
      </Button>
    </Notice>
  );
}
