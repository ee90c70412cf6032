import { useState } from 'react';
import { parameterError } from '@/api/problem';
import type { AccessLevels, ClientWithSecret, NewClient } from '@/api/types';
import { AccessMark } from '@/components/AccessMark';
import { Button } from '@/components/Button';
import { ErrorNotice } from '@/components/ErrorNotice';
import { ExpiryField } from '@/components/ExpiryField';
import { expiryError, proposedDay } from '@/components/expiry';
import { TextField } from '@/components/fields';
import { today } from '@/components/format';
import { LevelChoice } from '@/components/LevelChoice';
import { RadioCards } from '@/components/RadioCards';
import { Section } from '@/components/Section';
import { OriginsField } from '../OriginsField';
import { originsError, originsOf } from '../origins';
import { RecordPreview } from '../RecordPreview';
import { ResourceChoice } from '../ResourceChoice';
import { SameName } from './SameName';
import { useCreateClient } from './useCreateClient';

interface NewClientFormProps {
  levels: AccessLevels;
  onCreated: (created: ClientWithSecret) => void;
}

const places = [
  {
    value: 'server',
    title: 'On a server',
    purpose:
      'It gets a secret, which the program keeps to itself. For dashboards, research and your own systems.',
  },
  {
    value: 'page',
    title: 'In web pages',
    purpose:
      'It gets a publishable key, which every visitor may see. For lists of projects, ideas or events.',
  },
];

export function NewClientForm({ levels, onCreated }: NewClientFormProps) {
  const proposed = proposedDay(levels, today());
  const [fields, setFields] = useState<NewClient>({
    name: '',
    access: 'public',
    resources: null,
    expires_at: proposed,
    origins: null,
  });
  const [isChecked, setIsChecked] = useState(false);
  const { mutate, isPending, error, reset } = useCreateClient(onCreated);
  const set = (values: Partial<NewClient>) => {
    // The server's errors are about the previous values.
    reset();
    setFields({ ...fields, ...values });
  };
  const nameError = fields.name.trim()
    ? undefined
    : 'Enter a name, such as the organisation and the program.';
  const resourcesError =
    fields.resources?.length === 0 ? 'Select at least one resource, or all of them.' : undefined;
  const dayError = expiryError(fields.expires_at, levels.max_days, today());
  const websitesError = fields.origins ? originsError(fields.origins) : undefined;
  const firstError = nameError ?? websitesError ?? resourcesError ?? dayError;
  const submit = () => {
    setIsChecked(true);
    if (firstError) return;
    const origins = fields.origins && originsOf(fields.origins);
    mutate({ ...fields, name: fields.name.trim(), origins });
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
      <Section title="2. Where is it used?">
        <div className="places">
          <RadioCards
            legend="Where is it used?"
            isLegendHidden
            options={places}
            value={fields.origins ? 'page' : 'server'}
            onChange={(place) => set({ origins: place === 'page' ? [''] : null, access: 'public' })}
          />
          {fields.origins && (
            <OriginsField
              value={fields.origins}
              onChange={(origins) => set({ origins })}
              error={(isChecked ? websitesError : undefined) ?? parameterError(error, 'origins')}
            />
          )}
        </div>
      </Section>
      <Section
        title="3. What may it read?"
        description={
          fields.origins ? undefined : 'Choose the lowest level that is enough. You can change it later.'
        }
      >
        <div className="level-question">
          <div className="stack">
            {fields.origins ? (
              <div className="key-level">
                <AccessMark access="public" />
                <p>
                  A key shows what visitors of the platform see, and never more, because anybody can use it.
                </p>
              </div>
            ) : (
              <LevelChoice levels={levels} value={fields.access} onChange={(access) => set({ access })} />
            )}
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
      <Section title="4. Until when?">
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
      {isChecked && firstError && (
        <p className="field-error" role="alert">
          {firstError}
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
