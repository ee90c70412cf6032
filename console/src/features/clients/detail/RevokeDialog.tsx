import text from 'messages:clientChanges';
import { useState } from 'react';
import { notify } from '@/components/announcements';
import { ConfirmDialog } from '@/components/ConfirmDialog';
import { TextField } from '@/components/fields';
import { whatStops, whenItStops } from './consequences';
import type { ClientDialogProps } from './DisableDialog';
import { useClientMutation } from './useClientMutation';

/** Revoking is permanent, so the name must be typed. */
export function RevokeDialog({ client, isOpen, onClose }: ClientDialogProps) {
  const [typed, setTyped] = useState('');
  const { mutate, isPending, error, reset } = useClientMutation(client.id, 'revoke', () => {
    notify(text('isRevoked', { name: client.name }));
    close();
  });
  const close = () => {
    reset();
    setTyped('');
    onClose();
  };
  return (
    <ConfirmDialog
      title={text('revokeQuestion', { name: client.name })}
      isOpen={isOpen}
      onClose={close}
      onConfirm={() => mutate({})}
      action={text('revokePermanently')}
      isPending={isPending}
      isDisabled={typed.trim() !== client.name}
      error={error}
    >
      <ul className="consequences">
        <li>
          <strong>{whatStops(client)}</strong>
        </li>
        <li>
          <strong>{text('cannotBeUndone')}</strong>{' '}
          {client.publishable_key ? text('websitesNeedNewClient') : text('programNeedsNewClient')}
        </li>
        {client.publishable_key && <li>{whenItStops(client)}</li>}
        <li>{text('disableInstead')}</li>
      </ul>
      <TextField label={text('typeName', { name: client.name })} value={typed} onChange={setTyped} />
    </ConfirmDialog>
  );
}
