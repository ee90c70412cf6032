import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { hasCode } from '@/api/problem';
import { clientQuery } from '@/api/queries';
import type { AccessLevels, Client, NewClient } from '@/api/types';
import { notify } from '@/components/announcements';
import { Button } from '@/components/Button';
import { Dialog } from '@/components/Dialog';
import { ErrorNotice } from '@/components/ErrorNotice';
import { ExpiryField } from '@/components/ExpiryField';
import { expiryError, proposedDay } from '@/components/expiry';
import { TextField } from '@/components/fields';
import { today } from '@/components/format';
import { LevelChoice } from '@/components/LevelChoice';
import { OriginsField } from '../OriginsField';
import { originsError } from '../origins';
import { ResourceChoice } from '../ResourceChoice';
import { ConflictNotice } from './ConflictNotice';
import { type Conflict, changedFields, conflictsOf, fieldsOf, rebase } from './conflict';
import { Narrowing } from './Narrowing';
import { useClientMutation } from './useClientMutation';

interface EditDialogProps {
  client: Client;
  levels: AccessLevels;
  onClose: () => void;
}

/** Edits a client. If another administrator saved a change in between, shows it before saving over it. */
export function EditDialog({ client, levels, onClose }: EditDialogProps) {
  const edit = useEdit(client, onClose);
  const { fields, setFields, base } = edit;
  const set = (values: Partial<NewClient>) => setFields({ ...fields, ...values });
  const changes = changedFields(base, fields);
  const isChanged = Object.keys(changes).length > 0;
  const dayError =
    'expires_at' in changes ? expiryError(fields.expires_at, levels.max_days, today()) : undefined;
  const nameError = fields.name.trim() ? undefined : 'Enter a name.';
  const resourcesError =
    fields.resources?.length === 0 ? 'Select at least one resource, or all of them.' : undefined;
  const websitesError = fields.origins ? originsError(fields.origins) : undefined;
  const isValid = !dayError && !nameError && !resourcesError && !websitesError;
  const proposed = proposedDay(levels, today());
  return (
    <Dialog
      title={`Edit ${client.name}`}
      isOpen
      onClose={onClose}
      size="wide"
      isDismissable={!edit.isPending && !isChanged}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (isChanged && isValid) void edit.save();
        }}
      >
        <div className="dialog-body">
          {edit.conflicts && <ConflictNotice conflicts={edit.conflicts} onTakeTheirs={edit.takeTheirs} />}
          <TextField
            label="Name"
            value={fields.name}
            onChange={(name) => set({ name })}
            error={nameError}
            autoFocus
          />
          {fields.origins ? (
            <OriginsField
              value={fields.origins}
              onChange={(origins) => set({ origins })}
              error={websitesError}
            />
          ) : (
            <LevelChoice levels={levels} value={fields.access} onChange={(access) => set({ access })} />
          )}
          <ResourceChoice
            resources={levels.resources}
            value={fields.resources}
            onChange={(resources) => set({ resources })}
            error={resourcesError}
          />
          <ExpiryField
            value={fields.expires_at}
            onChange={(expires_at) => set({ expires_at })}
            proposed={proposed}
            maxDays={levels.max_days}
            error={dayError}
          />
          <Narrowing before={base} after={fields} />
          {edit.error && !edit.isConflict ? <ErrorNotice error={edit.error} /> : null}
        </div>
        <div className="dialog-actions">
          <Button onPress={onClose} isDisabled={edit.isPending}>
            Cancel
          </Button>
          <Button
            type="submit"
            variant="primary"
            isPending={edit.isPending}
            isDisabled={!isChanged || !isValid}
          >
            {edit.conflicts ? 'Save over it' : 'Save'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** The state of an edit: what it began from, what was entered, and what another administrator saved meanwhile. */
function useEdit(client: Client, onClose: () => void) {
  const queries = useQueryClient();
  const [base, setBase] = useState({ version: client.version, fields: fieldsOf(client) });
  const [fields, setFields] = useState(base.fields);
  const [conflicts, setConflicts] = useState<Conflict[]>();
  const { mutateAsync, isPending, error } = useClientMutation<{ client: Client }>(client.id, '', () => {
    notify('Saved. The change takes effect within a second.');
    onClose();
  });
  const readTheirs = async () => {
    const now = await queries.fetchQuery({ ...clientQuery(client.id), staleTime: 0 });
    setConflicts(conflictsOf(base.fields, fields, fieldsOf(now)));
    setFields(rebase(base.fields, fields, fieldsOf(now)));
    setBase({ version: now.version, fields: fieldsOf(now) });
  };
  return {
    base: base.fields,
    fields,
    setFields,
    conflicts,
    isPending,
    error,
    isConflict: hasCode(error, 'edit-conflict') && conflicts !== undefined,
    save: async () => {
      try {
        await mutateAsync({ version: base.version, ...changedFields(base.fields, fields) });
      } catch (failure) {
        if (hasCode(failure, 'edit-conflict')) await readTheirs();
      }
    },
    takeTheirs: () => {
      setFields(base.fields);
      setConflicts(undefined);
    },
  };
}
