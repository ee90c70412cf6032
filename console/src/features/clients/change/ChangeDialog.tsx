import text from 'messages:clients';
import shared from 'messages:shared';
import { type ReactNode, useState } from 'react';
import type { Client } from '@/api/types';
import { notify } from '@/components/announcements';
import { Button } from '@/components/Button';
import { Dialog } from '@/components/Dialog';
import { ErrorDetail } from '@/components/ErrorNotice';
import { Notice } from '@/components/Notice';
import { type Change, type Outcome, useChanges } from './useChanges';

interface ChangeDialogProps {
  title: string;
  clients: Client[];
  /** `undefined` while something that was entered is not valid. */
  change: Change | undefined;
  action: string;
  tone: 'primary' | 'danger';
  /** The message after all clients were changed. */
  success: (changed: Client[]) => string;
  onClose: () => void;
  children: ReactNode;
}

/** Asks before a change of one or several clients, makes it, and says which clients it failed for and why. */
export function ChangeDialog({ title, clients, change, action, tone, success, ...props }: ChangeDialogProps) {
  const [outcome, setOutcome] = useState<Outcome>();
  const { mutate, isPending } = useChanges((result) => {
    if (result.failed.length > 0) return setOutcome(result);
    notify(success(result.changed));
    props.onClose();
  });
  return (
    <Dialog title={title} isOpen onClose={props.onClose} role="alertdialog" isDismissable={!isPending}>
      <div className="dialog-body">{outcome ? <Failures outcome={outcome} /> : props.children}</div>
      <div className="dialog-actions">
        <Button autoFocus onPress={props.onClose} isDisabled={isPending}>
          {outcome ? text('close') : shared('cancel')}
        </Button>
        {!outcome && (
          <Button
            variant={tone}
            isPending={isPending}
            isDisabled={!change}
            onPress={() => change && mutate({ clients, change })}
          >
            {action}
          </Button>
        )}
      </div>
    </Dialog>
  );
}

function Failures({ outcome: { changed, failed } }: { outcome: Outcome }) {
  const counts = { changed: changed.length, count: changed.length + failed.length };
  return (
    <Notice tone="danger" title={text('someNotChanged', counts)} isAlert>
      <ul className="failures">
        {failed.map(({ client, error }) => (
          <li key={client.id}>
            <strong>{client.name}</strong>
            <br />
            <ErrorDetail error={error} />
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** The names of the clients that a dialog changes, unless its title has the only one. */
export function ChangedClients({ clients }: { clients: Client[] }) {
  if (clients.length === 1) return null;
  return (
    <ul className="changed-clients">
      {clients.map(({ id, name }) => (
        <li key={id}>{name}</li>
      ))}
    </ul>
  );
}
