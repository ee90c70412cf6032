import text from 'messages:clientChanges';
import newClient from 'messages:newClient';
import { useId, useState } from 'react';
import type { AccessLevels, Client, NewClient } from '@/api/types';
import { Checkbox } from '@/components/Checkbox';
import { ExpiryField } from '@/components/ExpiryField';
import { expiryError, proposedDay } from '@/components/expiry';
import { TextField } from '@/components/fields';
import { today } from '@/components/format';
import { LevelChoice } from '@/components/LevelChoice';
import { OriginsField } from '../OriginsField';
import { originsError } from '../origins';
import { ResourceChoice } from '../ResourceChoice';
import { AccessChangeNotice } from './AccessChangeNotice';
import { accessChangeOf, isSensitive } from './accessChange';
import { EditForm } from './EditForm';
import { useEdit } from './useEdit';

interface EditDialogProps {
  client: Client;
  levels: AccessLevels;
  onClose: () => void;
}

/** Edits the name of a client and what it may read. */
export function EditDialog({ client, levels, onClose }: EditDialogProps) {
  const edit = useEdit(client, onClose);
  const descriptionId = useId();
  const { fields, setFields, base } = edit;
  const set = (values: Partial<NewClient>) => setFields({ ...fields, ...values });
  // A day that was permitted when it was set may remain.
  const dayError =
    fields.expires_at === base.expires_at
      ? undefined
      : expiryError(fields.expires_at, levels.max_days, today());
  const nameError = fields.name.trim() ? undefined : text('enterName');
  const resourcesError = fields.resources?.length === 0 ? newClient('selectResource') : undefined;
  const websitesError = fields.origins ? originsError(fields.origins) : undefined;
  const access = accessChangeOf(base, fields, levels);
  // What was confirmed. Another choice of resources must be confirmed again.
  const [confirmed, setConfirmed] = useState('');
  const choice = JSON.stringify([fields.access, fields.resources]);
  const isConfirmed = isSensitive(access) ? confirmed === choice : undefined;
  return (
    <EditForm
      title={text('editName', { name: client.name })}
      edit={edit}
      entered={fields}
      isValid={!dayError && !nameError && !resourcesError && !websitesError && isConfirmed !== false}
      size="wide"
      onClose={onClose}
    >
      <TextField
        label={newClient('name')}
        value={fields.name}
        onChange={(name) => set({ name })}
        error={nameError}
        autoFocus
      />
      {fields.origins ? (
        <OriginsField value={fields.origins} onChange={(origins) => set({ origins })} error={websitesError} />
      ) : (
        <>
          <LevelChoice levels={levels} value={fields.access} onChange={(value) => set({ access: value })} />
          <div>
            <Checkbox
              isSelected={fields.mcp}
              onChange={(mcp) => set({ mcp })}
              aria-describedby={descriptionId}
            >
              {text('permitAssistants')}
            </Checkbox>
            <p id={descriptionId} className="field-description">
              {newClient('assistantSendsOn')}
            </p>
          </div>
        </>
      )}
      <ResourceChoice
        levels={levels}
        access={fields.access}
        value={fields.resources}
        onChange={(resources) => set({ resources })}
        error={resourcesError}
      />
      <ExpiryField
        value={fields.expires_at}
        onChange={(expires_at) => set({ expires_at })}
        proposed={proposedDay(levels, today())}
        maxDays={levels.max_days}
        error={dayError}
      />
      <AccessChangeNotice
        change={access}
        after={fields}
        isConfirmed={isConfirmed}
        onConfirm={(isTicked) => setConfirmed(isTicked ? choice : '')}
      />
    </EditForm>
  );
}
