import text from 'messages:publicApi';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { accessQuery } from '@/api/queries';
import { requestJson } from '@/api/request';
import type { Access } from '@/api/types';
import { notify } from '@/components/announcements';
import { Button } from '@/components/Button';
import { strong } from '@/components/Code';
import { ConfirmDialog } from '@/components/ConfirmDialog';
import { Icon } from '@/components/Icon';
import { useCanWrite } from '@/session/session';

interface AccessSwitchProps {
  isOn: boolean;
  activeClients: number;
}

/** Whether the public API is on for the platform, and the switch. */
export function AccessSwitch({ isOn, activeClients }: AccessSwitchProps) {
  const [isOpen, setIsOpen] = useState(false);
  const canWrite = useCanWrite();
  return (
    <section className={`access ${isOn ? '' : 'access-off'}`} aria-label={text('publicApi')}>
      <div className="access-state">
        <span className="access-mark">
          <Icon name="power" />
        </span>
        <div>
          <h2>{isOn ? text('isOn') : text('isOff')}</h2>
          <p>{isOn ? text('clientsCanRead', { count: activeClients }) : text('everyRequest403')}</p>
        </div>
      </div>
      {canWrite && (
        <Button variant={isOn ? 'secondary' : 'primary'} onPress={() => setIsOpen(true)}>
          {isOn ? text('turnOffEllipsis') : text('turnOnEllipsis')}
        </Button>
      )}
      <Confirmation
        isOn={isOn}
        activeClients={activeClients}
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
      />
    </section>
  );
}

interface ConfirmationProps extends AccessSwitchProps {
  isOpen: boolean;
  onClose: () => void;
}

function Confirmation({ isOn, activeClients, isOpen, onClose }: ConfirmationProps) {
  const queries = useQueryClient();
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (enabled: boolean) => requestJson<Access>('/access', { method: 'PUT', body: { enabled } }),
    onSuccess: async (access) => {
      queries.setQueryData(accessQuery.queryKey, access);
      await queries.invalidateQueries({ queryKey: ['overview'] });
      notify(access.enabled ? text('isOn') : text('isOff'));
      onClose();
    },
  });
  const close = () => {
    reset();
    onClose();
  };
  return (
    <ConfirmDialog
      title={isOn ? text('turnOffQuestion') : text('turnOnQuestion')}
      isOpen={isOpen}
      onClose={close}
      onConfirm={() => mutate(!isOn)}
      action={isOn ? text('turnOff') : text('turnOn')}
      tone={isOn ? 'danger' : 'primary'}
      isPending={isPending}
      error={error}
    >
      {isOn ? (
        <ul className="consequences">
          <li>{text('clientsReadNothing', { count: activeClients, strong })}</li>
          <li>{text('requests403')}</li>
          <li>{text('nothingElseChanges')}</li>
        </ul>
      ) : (
        <p>{text('clientsReadAgain', { count: activeClients })}</p>
      )}
    </ConfirmDialog>
  );
}
