import text from 'messages:clients';
import type { Client } from '@/api/types';
import { ChangeDialog, ChangedClients } from './ChangeDialog';

interface DisableSeveralDialogProps {
  clients: Client[];
  onClose: () => void;
}

/** Disables several clients. */
export function DisableSeveralDialog({ clients, onClose }: DisableSeveralDialogProps) {
  const requests = clients.reduce((sum, client) => sum + client.requests_30_days, 0);
  const [first] = clients;
  return (
    <ChangeDialog
      title={text('disableQuestion', { count: clients.length, name: first?.name ?? '' })}
      clients={clients}
      change={{ kind: 'disable' }}
      action={text('disable')}
      tone="danger"
      success={(changed) => text('disabled', { count: changed.length, name: changed[0]?.name ?? '' })}
      onClose={onClose}
    >
      <ChangedClients clients={clients} />
      <ul className="consequences">
        <li>
          <strong>{text('severalStop', { count: clients.length, requests })}</strong>
        </li>
        <li>{text('severalCanBeEnabled', { count: clients.length })}</li>
      </ul>
    </ChangeDialog>
  );
}
