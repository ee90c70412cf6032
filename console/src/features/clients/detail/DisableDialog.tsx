import text from 'messages:clientChanges';
import type { Client } from '@/api/types';
import { notify } from '@/components/announcements';
import { ConfirmDialog } from '@/components/ConfirmDialog';
import { credentialOf, whatStops, whenItStops } from './consequences';
import { useClientMutation } from './useClientMutation';

export interface ClientDialogProps {
  client: Client;
  isOpen: boolean;
  onClose: () => void;
}

export function DisableDialog({ client, isOpen, onClose }: ClientDialogProps) {
  const { mutate, isPending, error, reset } = useClientMutation(client.id, 'disable', () => {
    notify(text('isDisabled', { name: client.name }));
    onClose();
  });
  const close = () => {
    reset();
    onClose();
  };
  return (
    <ConfirmDialog
      title={text('disableQuestion', { name: client.name })}
      isOpen={isOpen}
      onClose={close}
      onConfirm={() => mutate({})}
      action={text('disableClient')}
      isPending={isPending}
      error={error}
    >
      <ul className="consequences">
        <li>
          <strong>{whatStops(client)}</strong>
        </li>
        <li>{whenItStops(client)}</li>
        <li>{text(`canBeEnabled.${credentialOf(client)}`)}</li>
      </ul>
    </ConfirmDialog>
  );
}
