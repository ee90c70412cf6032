import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { requestJson } from '@/api/request';
import type { AccessLevels, ClientWithSecret, NewClient } from '@/api/types';
import { Button } from '@/components/Button';
import { ErrorNotice } from '@/components/ErrorNotice';
import { ExpiryField } from '@/components/ExpiryField';
import { expiryError } from '@/components/expiry';
import { TextField } from '@/components/fields';
import { addDays, today } from '@/components/format';
import { LevelChoice } from '@/components/LevelChoice';
import { Section } from '@/components/Section';
import { RecordPreview } from '../RecordPreview';
import { ResourceChoice } from '../ResourceChoice';
import { SameName } from './SameName';

interface NewClientFormProps {
  levels: AccessLevels;
  onCreated: (created: ClientWithSecret) => void;
}

export function NewClientForm({ levels, onCreated }: NewClientFormProps) {
  const proposed = addDays(today(), levels.proposed_days || levels.max_days || 366);
  const [fields, setFields] = useState<NewClient>({
    name: '',
    access: 'public',
    resources: null,
    expires_at: proposed,
  });
  const [isChecked, setIsChecked] = useState(false);
  const queries = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: (body: NewClient) => requestJson<ClientWithSecret>('/clients', { method: 'POST', body }),
    // The secret is in the state of the page only, and leaves memory with it.
    gcTime: 0,
    onSuccess: (created) => {
      void queries.invalidateQueries({ queryKey: ['clients'] });
      void queries.invalidateQueries({ queryKey: ['overview'] });
      onCreated(created);
    },
  });
  const set = (values: Partial<NewClient>) => setFields({ ...fields, ...values });
  const nameError = fields.name.trim()
    ? undefined
    : 'Enter a name, such as the organisation and the program.';
  const resourcesError =
    fields.resources?.length === 0 ? 'Select at least one resource, or all of them.' : undefined;
  const dayError = expiryError(fields.expires_at, levels.max_days, today());
  const submit = () => {
    setIsChecked(true);
    if (!nameError && !dayError && !resourcesError) mutate({ ...fields, name: fields.name.trim() });
  };
  return (
    <form
      className="questions"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Section title="1. Who?">
        <TextField
          label="Name"
          value={fields.name}
          onChange={(name) => set({ name })}
          description="Who runs the program and what it does. Only administrators see the name."
          placeholder="University of Ashford, turnout study"
          error={isChecked ? nameError : undefined}
          isRequired
        />
        <SameName name={fields.name.trim()} />
      </Section>
      <Section
        title="2. What may it read?"
        description="Choose the lowest level that is enough. You can change it later."
      >
        <div className="level-question">
          <div className="stack">
            <LevelChoice levels={levels} value={fields.access} onChange={(access) => set({ access })} />
            <ResourceChoice
              resources={levels.resources}
              value={fields.resources}
              onChange={(resources) => set({ resources })}
              error={isChecked ? resourcesError : undefined}
            />
          </div>
          <RecordPreview access={fields.access} resources={fields.resources ?? levels.resources} />
        </div>
      </Section>
      <Section title="3. Until when?">
        <div className="narrow">
          <ExpiryField
            value={fields.expires_at}
            onChange={(expires_at) => set({ expires_at })}
            proposed={proposed}
            maxDays={levels.max_days}
            error={dayError}
          />
        </div>
      </Section>
      {isChecked && (nameError || dayError || resourcesError) && (
        <p className="field-error" role="alert">
          {nameError ?? resourcesError ?? dayError}
        </p>
      )}
      {error && <ErrorNotice error={error} />}
      <div className="actions">
        <Button type="submit" variant="primary" isPending={isPending}>
          Create client
        </Button>
      </div>
    </form>
  );
}
