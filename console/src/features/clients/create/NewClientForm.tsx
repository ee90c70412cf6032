import text from 'messages:clients';
import newClient from 'messages:newClient';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { AccessLevels, ClientWithSecret, NewClient } from '@/api/types';
import { AccessMark } from '@/components/AccessMark';
import { Button } from '@/components/Button';
import { ErrorNotice } from '@/components/ErrorNotice';
import { ExpiryField } from '@/components/ExpiryField';
import { expiryError, proposedDay } from '@/components/expiry';
import { TextField } from '@/components/fields';
import { today } from '@/components/format';
import { LeaveGuard } from '@/components/LeaveGuard';
import { LevelChoice } from '@/components/LevelChoice';
import { RadioCards } from '@/components/RadioCards';
import { Section } from '@/components/Section';
import { serverError } from '@/components/ServerText';
import { OriginsField } from '../OriginsField';
import { originsError, originsOf } from '../origins';
import { namesOf } from '../personalData';
import { RecordPreview } from '../RecordPreview';
import { ResourceChoice } from '../ResourceChoice';
import { RegistrationFields } from '../registration/RegistrationFields';
import { emptyRegistration, trimmed } from '../registration/registration';
import { SameName } from './SameName';
import { useCreateClient } from './useCreateClient';

interface NewClientFormProps {
  levels: AccessLevels;
  onCreated: (created: ClientWithSecret) => void;
}

const places = () => [
  { value: 'server', title: newClient('onServer'), purpose: newClient('onServerPurpose') },
  { value: 'page', title: newClient('inPages'), purpose: newClient('inPagesPurpose') },
  { value: 'assistant', title: newClient('inAssistant'), purpose: newClient('inAssistantPurpose') },
];

function placeOf({ origins, mcp }: NewClient) {
  if (origins) return 'page';
  return mcp ? 'assistant' : 'server';
}

export function NewClientForm({ levels, onCreated }: NewClientFormProps) {
  const proposed = proposedDay(levels, today());
  const form = useRef<HTMLFormElement>(null);
  const [initial] = useState<NewClient>({
    name: '',
    access: 'public',
    resources: null,
    expires_at: proposed,
    origins: null,
    registration: emptyRegistration,
    mcp: false,
  });
  const [fields, setFields] = useState(initial);
  const [isChecked, setIsChecked] = useState(false);
  const { mutate, isPending, error, reset } = useCreateClient(onCreated);
  const set = (values: Partial<NewClient>) => {
    // The server's errors are about the previous values.
    reset();
    setFields({ ...fields, ...values });
  };
  const nameError = fields.name.trim() ? undefined : newClient('enterName');
  const resourcesError = fields.resources?.length === 0 ? newClient('selectResource') : undefined;
  const dayError = expiryError(fields.expires_at, levels.max_days, today());
  const websitesError = fields.origins ? originsError(fields.origins) : undefined;
  const firstError = nameError ?? websitesError ?? resourcesError ?? dayError;
  const submit = () => {
    flushSync(() => setIsChecked(true));
    if (firstError) {
      form.current
        ?.querySelector<HTMLElement>('[aria-invalid=true], .resources:has(.field-error) input')
        ?.focus();
      return;
    }
    const origins = fields.origins && originsOf(fields.origins);
    const registration = trimmed(fields.registration ?? emptyRegistration);
    mutate({ ...fields, name: fields.name.trim(), origins, registration });
  };
  return (
    <form
      ref={form}
      className="questions"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Section title={newClient('whoQuestion')}>
        <TextField
          label={newClient('name')}
          value={fields.name}
          onChange={(name) => set({ name })}
          description={newClient('nameDescription')}
          placeholder={newClient('nameExample')}
          error={isChecked ? nameError : undefined}
          isRequired
        />
        <SameName name={fields.name.trim()} />
        <details className="disclosure more">
          <summary>{text('registrationInNewClient')}</summary>
          <RegistrationFields
            value={fields.registration ?? emptyRegistration}
            onChange={(registration) => set({ registration })}
          />
        </details>
      </Section>
      <Section title={newClient('whereQuestion')}>
        <div className="places">
          <RadioCards
            legend={newClient('where')}
            isLegendHidden
            options={places()}
            value={placeOf(fields)}
            onChange={(place) =>
              set({
                origins: place === 'page' ? [''] : null,
                mcp: place === 'assistant',
                access: 'public',
              })
            }
          />
          {fields.origins && (
            <OriginsField
              value={fields.origins}
              onChange={(origins) => set({ origins })}
              error={(isChecked ? websitesError : undefined) ?? serverError(error, 'origins')}
            />
          )}
        </div>
      </Section>
      <Section
        title={newClient('whatQuestion')}
        description={fields.origins ? undefined : newClient(fields.mcp ? 'assistantSendsOn' : 'chooseLowest')}
      >
        <div className="level-question">
          <div className="stack">
            {fields.origins ? (
              <div className="key-level">
                <AccessMark access="public" />
                <p>{newClient('keyShowsPublic')}</p>
              </div>
            ) : (
              <LevelChoice levels={levels} value={fields.access} onChange={(access) => set({ access })} />
            )}
            <ResourceChoice
              levels={levels}
              access={fields.access}
              value={fields.resources}
              onChange={(resources) => set({ resources })}
              error={isChecked ? resourcesError : undefined}
            />
          </div>
          <RecordPreview access={fields.access} resources={fields.resources ?? namesOf(levels)} />
        </div>
      </Section>
      <Section title={newClient('lastDayQuestion')}>
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
          {newClient('createClient')}
        </Button>
      </div>
      <LeaveGuard
        isActive={() => JSON.stringify(fields) !== JSON.stringify(initial)}
        title={newClient('discardQuestion')}
        action={newClient('discard')}
      >
        <p>{newClient('notCreatedYet')}</p>
      </LeaveGuard>
    </form>
  );
}
