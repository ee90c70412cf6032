import text from 'messages:clients';
import { Suspense, useState } from 'react';
import type { Client } from '@/api/types';
import { Button, type ButtonVariant } from '@/components/Button';
import { useCanWrite } from '@/session/session';
import { RenewDialog } from './dialogs';

interface RenewButtonProps {
  client: Client;
  variant?: ButtonVariant;
}

/** Opens the dialog that renews a client, for administrators. */
export function RenewButton({ client, variant }: RenewButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  const canWrite = useCanWrite();
  if (!canWrite || client.status === 'revoked') return null;
  return (
    <>
      <Button
        size="small"
        variant={variant}
        onPress={() => setIsOpen(true)}
        aria-label={text('renewClient', { name: client.name })}
      >
        {text('renewEllipsis')}
      </Button>
      <Suspense>{isOpen && <RenewDialog clients={[client]} onClose={() => setIsOpen(false)} />}</Suspense>
    </>
  );
}
