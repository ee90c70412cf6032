import text from 'messages:clientChanges';
import { useState } from 'react';
import type { ClientWithSecret } from '@/api/types';
import { Checkbox } from '@/components/Checkbox';
import { ConfirmDialog } from '@/components/ConfirmDialog';
import { SelectField } from '@/components/fields';
import { formatTimestamp } from '@/components/format';
import { Notice } from '@/components/Notice';
import type { ClientDialogProps } from './DisableDialog';
import { useClientMutation } from './useClientMutation';

/** For how many hours the current secret can still work. */
const overlaps = () => [
  { value: '0', label: text('notAtAll') },
  ...[1, 24].map((count) => ({ value: String(count), label: text('hours', { count }) })),
  ...[3, 7].map((count) => ({ value: String(count * 24), label: text('days', { count }) })),
];

interface RotateDialogProps extends ClientDialogProps {
  onRotated: (rotated: ClientWithSecret) => void;
}

/** A new secret. The previous one can work for a while longer, so that the program can change without a gap. */
export function RotateDialog({ client, isOpen, onClose, onRotated }: RotateDialogProps) {
  const [overlap, setOverlap] = useState('24');
  const [revokesTokens, setRevokesTokens] = useState(false);
  const previousUntil = client.previous_secret_expires_at;
  const isOverlapping = previousUntil !== null && Date.parse(previousUntil) > Date.now();
  const { mutate, isPending, error, reset } = useClientMutation<ClientWithSecret>(
    client.id,
    'rotate',
    (rotated) => {
      close();
      onRotated(rotated);
    },
  );
  const close = () => {
    reset();
    onClose();
  };
  return (
    <ConfirmDialog
      title={text('rotateQuestion', { name: client.name })}
      isOpen={isOpen}
      onClose={close}
      onConfirm={() => mutate({ overlap_hours: Number(overlap), revoke_tokens: revokesTokens })}
      action={isOverlapping ? text('endAndCreate') : text('createNewSecret')}
      dismissal={isOverlapping ? text('wait') : undefined}
      tone={isOverlapping ? 'danger' : 'primary'}
      isPending={isPending}
      error={error}
    >
      {isOverlapping && (
        <Notice tone="danger" title={text('endsPreviousSecret')}>
          <p>{text('previousSecretEnds', { time: formatTimestamp(previousUntil) })}</p>
        </Notice>
      )}
      <SelectField
        label={text('howLongCurrentWorks')}
        value={overlap}
        onChange={setOverlap}
        options={overlaps()}
        description={overlap === '0' ? text('noOverlap') : text('overlap')}
      />
      <Checkbox isSelected={revokesTokens} onChange={setRevokesTokens}>
        {text('revokeTokens')}
      </Checkbox>
    </ConfirmDialog>
  );
}
