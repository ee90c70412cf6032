import text from 'messages:administrators';
import shared from 'messages:shared';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { requestJson } from '@/api/request';
import type { CreatedAdminKey, Day, NewAdminKey, Role } from '@/api/types';
import { Button } from '@/components/Button';
import { Checkbox } from '@/components/Checkbox';
import { CopyButton } from '@/components/CopyButton';
import { Dialog } from '@/components/Dialog';
import { ErrorNotice } from '@/components/ErrorNotice';
import { ExpiryField } from '@/components/ExpiryField';
import { expiryError } from '@/components/expiry';
import { SelectField, TextField } from '@/components/fields';
import { addDays, today } from '@/components/format';
import { Notice } from '@/components/Notice';

const roles = () => [
  { value: 'administrator', label: text('administratorRole') },
  { value: 'auditor', label: text('auditorRole') },
];

/** Creates an admin key, and shows it once. */
export function NewAdminKeyDialog({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('');
  const [role, setRole] = useState<Role>('administrator');
  const proposed = addDays(today(), 366);
  const [expiry, setExpiry] = useState<Day | null>(proposed);
  const dayError = expiryError(expiry, 0, today());
  const queries = useQueryClient();
  const { mutate, data, isPending, error } = useMutation({
    mutationFn: () =>
      requestJson<CreatedAdminKey>('/admin-keys', {
        method: 'POST',
        body: { name: name.trim(), role, expires_at: expiry } satisfies NewAdminKey,
      }),
    gcTime: 0,
    onSuccess: () => void queries.invalidateQueries({ queryKey: ['admin-keys'] }),
  });
  return (
    <Dialog
      title={data ? text('adminKeyCreated') : text('newAdminKey')}
      isOpen
      onClose={onClose}
      isDismissable={!isPending && !data}
    >
      {data ? (
        <CreatedKey created={data} onClose={onClose} />
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (name.trim() && !dayError) mutate();
          }}
        >
          <div className="dialog-body">
            <TextField
              label={text('name')}
              value={name}
              onChange={setName}
              description={text('nameDescription')}
              isRequired
              autoFocus
            />
            <SelectField
              label={text('role')}
              value={role}
              onChange={(value) => setRole(value as Role)}
              options={roles()}
            />
            <ExpiryField
              value={expiry}
              onChange={setExpiry}
              proposed={proposed}
              maxDays={0}
              error={dayError}
            />
            {error && <ErrorNotice error={error} />}
          </div>
          <div className="dialog-actions">
            <Button onPress={onClose}>{shared('cancel')}</Button>
            <Button type="submit" variant="primary" isPending={isPending}>
              {text('createAdminKey')}
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  );
}

function CreatedKey({
  created: { admin_key, secret },
  onClose,
}: {
  created: CreatedAdminKey;
  onClose: () => void;
}) {
  const [isStored, setIsStored] = useState(false);
  return (
    <>
      <div className="dialog-body">
        <Notice tone="warning" title={text('keyShownOnce')} isAlert>
          <p>{text('giveKey', { name: admin_key.name })}</p>
        </Notice>
        <p>
          <code translate="no">{secret}</code>
        </p>
        <div className="actions">
          <CopyButton text={secret} label={text('copyKey')} />
        </div>
        <Checkbox isSelected={isStored} onChange={setIsStored}>
          {text('storedKey')}
        </Checkbox>
      </div>
      <div className="dialog-actions">
        <Button variant="primary" onPress={onClose} isDisabled={!isStored}>
          {shared('done')}
        </Button>
      </div>
    </>
  );
}
