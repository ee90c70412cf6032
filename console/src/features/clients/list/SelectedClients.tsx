import text from 'messages:clients';
import { Suspense, useState } from 'react';
import type { Client } from '@/api/types';
import { Button } from '@/components/Button';
import { DisableSeveralDialog, RenewDialog } from '../change/dialogs';

interface SelectedClientsProps {
  clients: Client[];
  onClear: () => void;
}

/** What can be done with the selected clients. */
export function SelectedClients({ clients, onClear }: SelectedClientsProps) {
  // A dialog remains open on the clients that it changes, also after the list has new data.
  const [open, setOpen] = useState<{ change: 'renew' | 'disable'; clients: Client[] }>();
  const enabled = clients.filter(({ disabled_at }) => !disabled_at);
  const close = () => setOpen(undefined);
  if (clients.length === 0 && !open) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: the buttons are not form fields.
    <div className="selected-clients" role="group" aria-label={text('selectedClients')}>
      <strong role="status">{text('selected', { count: clients.length })}</strong>
      <Button size="small" onPress={() => setOpen({ change: 'renew', clients })}>
        {text('renewEllipsis')}
      </Button>
      <Button
        size="small"
        isDisabled={enabled.length === 0}
        onPress={() => setOpen({ change: 'disable', clients: enabled })}
      >
        {text('disableEllipsis')}
      </Button>
      <Button size="small" variant="ghost" onPress={onClear}>
        {text('clearSelection')}
      </Button>
      <Suspense>
        {open?.change === 'renew' && <RenewDialog clients={open.clients} onClose={close} />}
        {open?.change === 'disable' && <DisableSeveralDialog clients={open.clients} onClose={close} />}
      </Suspense>
    </div>
  );
}
