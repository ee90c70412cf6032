import text from 'messages:embed';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { accessLevelsQuery } from '@/api/queries';
import type { AccessLevels, Client } from '@/api/types';
import { notify } from '@/components/announcements';
import { Button } from '@/components/Button';
import { ErrorNotice } from '@/components/ErrorNotice';
import { proposedDay } from '@/components/expiry';
import { SelectField } from '@/components/fields';
import { formatDay, formatList, today } from '@/components/format';
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
    <Section title={text('whereQuestion')}>
      <div className="stack">
        <PausedTextField
          label={text('website')}
          value={options.origin ?? ''}
          onChange={(text) => set({ origin: text.trim(), client: undefined })}
          placeholder="https://www.city.example"
          description={text('websiteDescription')}
          error={options.origin ? originError(options.origin) : undefined}
          spellCheck={false}
        />
        {keys.length > 1 && (
          <SelectField
            label={text('key')}
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
          {text('worksOn', {
            origins: formatList(client.origins ?? []),
            name: (origins) => <span translate="no">{origins}</span>,
          })}{' '}
          {client.expires_at && text('lastDay', { day: formatDay(client.expires_at) })}
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
    notify(text('createdClient', { name: client.name }));
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
      <Notice tone="info" title={text(`noKey.${kind}`, { host })}>
        {canWrite ? (
          <>
            <p>{text('newKeyReads')}</p>
            <Button variant="primary" onPress={create} isPending={isPending} isDisabled={!levels}>
              {text('makeKeyFor', { host })}
            </Button>
          </>
        ) : (
          <p>{text('askForKey')}</p>
        )}
      </Notice>
      {error && <ErrorNotice error={error} />}
    </>
  );
}
