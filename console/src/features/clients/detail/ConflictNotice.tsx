import audit from 'messages:audit';
import text from 'messages:clientChanges';
import { useEffect, useRef } from 'react';
import { Button } from '@/components/Button';
import { strong } from '@/components/Code';
import { Notice } from '@/components/Notice';
import type { Conflict } from './conflict';

interface ConflictNoticeProps {
  conflicts: Conflict[];
  onTakeTheirs: () => void;
}

/** What another administrator saved since this edit began. */
export function ConflictNotice({ conflicts, onTakeTheirs }: ConflictNoticeProps) {
  const frame = useRef<HTMLDivElement>(null);
  // The administrator is at the end of the dialog, where the button is. Each conflict is a new list.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above.
  useEffect(() => frame.current?.focus(), [conflicts]);
  return (
    <div ref={frame} tabIndex={-1} className="conflict">
      <Notice tone="warning" title={text('changedMeanwhile')} isAlert>
        {conflicts.length > 0 ? (
          <ul className="conflicts">
            {conflicts.map(({ field, label, before, now, edited }) => (
              <li key={field}>
                <strong>{label}</strong>: <del>{before}</del>{' '}
                <span className="visually-hidden">{audit('changedTo')}</span> <ins>{now}</ins>
                {edited && text('youEntered', { edited, strong })}
              </li>
            ))}
          </ul>
        ) : (
          <p>{text('fieldsAreSame')}</p>
        )}
        <p>{text('nothingSavedYet')}</p>
        <Button size="small" onPress={onTakeTheirs}>
          {text('discardChanges')}
        </Button>
      </Notice>
    </div>
  );
}
