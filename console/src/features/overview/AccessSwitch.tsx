import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { requestJson } from '@/api/request';
import type { Access } from '@/api/types';
import { notify } from '@/components/announcements';
import { Button } from '@/components/Button';
import { ConfirmDialog } from '@/components/ConfirmDialog';
import { count } from '@/components/format';
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
    <section className={`access ${isOn ? '' : 'access-off'}`} aria-label="Public API">
      <div className="access-state">
        <span className="access-mark">
          <Icon name="power" />
        </span>
        <div>
          <h2>{isOn ? 'The public API is on' : 'The public API is off'}</h2>
          <p>
            {isOn
              ? `${count(activeClients, 'active client')} can read the platform.`
              : 'Every request of every client gets status 403.'}
          </p>
        </div>
      </div>
      {canWrite && (
        <Button variant={isOn ? 'secondary' : 'primary'} onPress={() => setIsOpen(true)}>
          {isOn ? 'Turn off…' : 'Turn on…'}
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
    onSuccess: async ({ enabled }) => {
      await queries.invalidateQueries({ queryKey: ['overview'] });
      notify(`The public API is ${enabled ? 'on' : 'off'}`);
      onClose();
    },
  });
  const close = () => {
    reset();
    onClose();
  };
  return (
    <ConfirmDialog
      title={isOn ? 'Turn off the public API?' : 'Turn on the public API?'}
      isOpen={isOpen}
      onClose={close}
      onConfirm={() => mutate(!isOn)}
      action={isOn ? 'Turn off' : 'Turn on'}
      tone={isOn ? 'danger' : 'primary'}
      isPending={isPending}
      error={error}
    >
      {isOn ? (
        <ul className="consequences">
          <li>
            <strong>{count(activeClients, 'active client')} can read nothing</strong> until you turn it on
            again. Websites, dashboards and copies that use them stop updating.
          </li>
          <li>Signing in and every other request gets status 403 with the code public-api-disabled.</li>
          <li>Credentials, settings and data do not change.</li>
        </ul>
      ) : (
        <p>
          {count(activeClients, 'active client')} can read the platform again, each at its access level.
          Tokens that have not expired work again.
        </p>
      )}
    </ConfirmDialog>
  );
}
