import { useState } from 'react';
import type { ClientWithSecret } from '@/api/types';
import { Checkbox } from '@/components/Checkbox';
import { ConfirmDialog } from '@/components/ConfirmDialog';
import { SelectField } from '@/components/fields';
import type { ClientDialogProps } from './DisableDialog';
import { useClientMutation } from './useClientMutation';

const overlaps = [
  { value: '0', label: 'Not at all' },
  { value: '1', label: '1 hour' },
  { value: '24', label: '24 hours' },
  { value: '72', label: '3 days' },
  { value: '168', label: '7 days' },
];

interface RotateDialogProps extends ClientDialogProps {
  onRotated: (rotated: ClientWithSecret) => void;
}

/** A new secret. The previous one can work for a while longer, so that the program can change without a gap. */
export function RotateDialog({ client, isOpen, onClose, onRotated }: RotateDialogProps) {
  const [overlap, setOverlap] = useState('24');
  const [revokesTokens, setRevokesTokens] = useState(false);
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
      title={`Rotate the secret of ${client.name}?`}
      isOpen={isOpen}
      onClose={close}
      onConfirm={() => mutate({ overlap_hours: Number(overlap), revoke_tokens: revokesTokens })}
      action="Create new secret"
      tone="primary"
      isPending={isPending}
      error={error}
    >
      <SelectField
        label="How long the previous secret still works"
        value={overlap}
        onChange={setOverlap}
        options={overlaps}
        description={
          overlap === '0'
            ? 'The program cannot sign in until it has the new secret. Choose this if the secret has leaked.'
            : 'Both secrets work during this time, so the program can change without a gap.'
        }
      />
      <Checkbox isSelected={revokesTokens} onChange={setRevokesTokens}>
        Revoke its tokens too. The program must sign in again at once.
      </Checkbox>
    </ConfirmDialog>
  );
}
