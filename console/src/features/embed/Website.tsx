import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { accessLevelsQuery } from '@/api/queries';
import type { AccessLevels, Client } from '@/api/types';
import { notify } from '@/components/announcements';
import { Button } from '@/components/Button';
import { ErrorNotice } from '@/components/ErrorNotice';
import { proposedDay } from '@/components/expiry';
import { SelectField } from '@/components/fields';
import { formatDay, today } from '@/components/format';
import { Icon } from '@/components/Icon';
import { Notice } from '@/components/Notice';
import { PausedTextField } from '@/components/PausedTextField';
import { Section } from '@/components/Section';
import { useCreateClient } from '@/features/clients/create/useCreateClient';
import { originError, originOf } from '@/features/clients/origins';
import { useCanWrite } from '@/session/session';
import { type Kind, kindOf, type OptionsProps } from './options';

interface WebsiteProps extends OptionsProps {
  /** The keys that can be used on the website. */
  keys: Client[];
  chosen?: Client;
}

/** The website, and its key: one that exists, or a new one. */
export function Website({ options, set, keys, chosen }: WebsiteProps) {
  const origin = originOf(options.origin ?? '');
  const levels = useQuery(accessLevelsQuery).data;
  return (
    <Section title="1. On which website?">
      <div className="stack">
        <PausedTextField
          label="Website"
          value={options.origin ?? ''}
          onChange={(text) => set({ origin: text.trim(), client: undefined })}
          placeholder="https://www.city.example"
          description="The URL of any of its pages."
          error={options.origin ? originError(options.origin) : undefined}
          spellCheck={false}
        />
        {keys.length > 1 && (
          <SelectField
            label="Key"
            value={chosen?.id ?? ''}
            onChange={(client) => set({ client })}
            options={keys.map(({ id, name }) => ({ value: id, label: name }))}
          />
        )}
        {chosen && <ChosenKey client={chosen} />}
        {!chosen && origin && (
          <MissingKey
            origin={origin}
            kind={kindOf(options)}
            levels={levels}
            onCreated={({ id }) => set({ client: id })}
          />
        )}
      </div>
    </Section>
  );
}

function ChosenKey({ client }: { client: Client }) {
  return (
    <div className="chosen-key">
      <Icon name="check" />
      <div>
        <Link to="/clients/$clientId" params={{ clientId: client.id }}>
          {client.name}
        </Link>
        <p className="quiet small">
          Works on <span translate="no">{client.origins?.join(', ')}</span>
          {client.expires_at && ` until the end of ${formatDay(client.expires_at)}, UTC`}.
        </p>
      </div>
    </div>
  );
}

interface MissingKeyProps {
  origin: string;
  kind: Kind;
  levels?: AccessLevels;
  onCreated: (client: Client) => void;
}

/** Makes a key for the website. */
function MissingKey({ origin, kind, levels, onCreated }: MissingKeyProps) {
  const canWrite = useCanWrite();
  const { mutate, isPending, error } = useCreateClient(({ client }) => {
    notify(`Created the client ${client.name}`);
    onCreated(client);
  });
  const { host } = new URL(origin);
  const create = () => {
    if (!levels) return;
    const expires_at = proposedDay(levels, today());
    mutate({ name: host, access: 'public', resources: null, expires_at, origins: [origin] });
  };
  return (
    <>
      <Notice tone="info" title={`No active key for ${kind} works on ${host}`}>
        {canWrite ? (
          <>
            <p>A new key reads what visitors of the platform see.</p>
            <Button variant="primary" onPress={create} isPending={isPending} isDisabled={!levels}>
              Make a key for {host}
            </Button>
          </>
        ) : (
          <p>Ask an administrator to make one.</p>
        )}
      </Notice>
      {error && <ErrorNotice error={error} />}
    </>
  );
}
