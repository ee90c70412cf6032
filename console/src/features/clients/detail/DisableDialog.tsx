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
    notify(`${client.name} is disabled`);
    onClose();
  });
  const close = () => {
    reset();
    onClose();
  };
  return (
    <ConfirmDialog
      title={`Disable ${client.name}?`}
      isOpen={isOpen}
      onClose={close}
      onConfirm={() => mutate({})}
      action="Disable client"
      isPending={isPending}
      error={error}
    >
      <ul className="consequences">
        <li>
          <strong>{whatStops(client)}</strong>
        </li>
        <li>{whenItStops(client)}</li>
        <li>You can enable it again; its {credentialOf(client)}, access level and usage remain.</li>
      </ul>
    </ConfirmDialog>
  );
}
