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
    notify(`${client.name} is revoked`);
    close();
  });
  const close = () => {
    reset();
    setTyped('');
    onClose();
  };
  return (
    <ConfirmDialog
      title={`Revoke ${client.name} permanently?`}
      isOpen={isOpen}
      onClose={close}
      onConfirm={() => mutate({})}
      action="Revoke permanently"
      isPending={isPending}
      isDisabled={typed.trim() !== client.name}
      error={error}
    >
      <ul className="consequences">
        <li>
          <strong>{whatStops(client)}</strong>
        </li>
        <li>
          <strong>This cannot be undone.</strong>{' '}
          {client.publishable_key
            ? 'To show records again, the websites need a new client, and every page its new key.'
            : 'To read again, the program needs a new client with a new id and secret. At lower access levels its pseudonyms change, so copies cannot be continued.'}
        </li>
        {client.publishable_key && <li>{whenItStops(client)}</li>}
        <li>To stop it for a time, disable it instead.</li>
      </ul>
      <TextField label={`Type the name of the client: ${client.name}`} value={typed} onChange={setTyped} />
    </ConfirmDialog>
  );
}
