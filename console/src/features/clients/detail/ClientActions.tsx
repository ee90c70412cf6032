import text from 'messages:clientChanges';
import { useState } from 'react';
import type { Client, ClientWithSecret } from '@/api/types';
import { notify } from '@/components/announcements';
import { Button } from '@/components/Button';
import { useCanWrite } from '@/session/session';
import { DisableDialog } from './DisableDialog';
import { RevokeDialog } from './RevokeDialog';
import { RotateDialog } from './RotateDialog';
import { useClientMutation } from './useClientMutation';

interface ClientActionsProps {
  client: Client;
  onRotated: (rotated: ClientWithSecret) => void;
}

type Open = 'rotate' | 'disable' | 'revoke';

/** Rotate, disable or enable, and revoke. */
export function ClientActions({ client, onRotated }: ClientActionsProps) {
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const canWrite = useCanWrite();
  if (!canWrite || client.status === 'revoked') return null;
  return (
    <>
      {!client.publishable_key && <Button onPress={() => setOpen('rotate')}>{text('rotateEllipsis')}</Button>}
      {client.disabled_at ? (
        <EnableButton client={client} />
      ) : (
        <Button onPress={() => setOpen('disable')}>{text('disableEllipsis')}</Button>
      )}
      <Button onPress={() => setOpen('revoke')}>{text('revokeEllipsis')}</Button>
      <RotateDialog client={client} isOpen={open === 'rotate'} onClose={close} onRotated={onRotated} />
      <DisableDialog client={client} isOpen={open === 'disable'} onClose={close} />
      <RevokeDialog client={client} isOpen={open === 'revoke'} onClose={close} />
    </>
  );
}

function EnableButton({ client }: { client: Client }) {
  const { mutate, isPending } = useClientMutation(client.id, 'enable', () =>
    notify(text('isEnabled', { name: client.name })),
  );
  return (
    <Button variant="primary" onPress={() => mutate({})} isPending={isPending}>
      {text('enable')}
    </Button>
  );
}
