import text from 'messages:clients';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, Outlet, useMatch } from '@tanstack/react-router';
import { useState } from 'react';
import { clientQuery } from '@/api/queries';
import type { Client, ClientWithSecret } from '@/api/types';
import { BackLink } from '@/components/BackLink';
import { CopyButton } from '@/components/CopyButton';
import { Page } from '@/components/Page';
import { QueryView } from '@/components/QueryView';
import { SecretPanel } from '../SecretPanel';
import { ClientActions } from './ClientActions';
import { ClientTabs } from './ClientTabs';
import { StatusNotice } from './StatusNotice';
import './client.css';

const route = getRouteApi('/clients/$clientId');

export function ClientPage() {
  const { clientId } = route.useParams();
  return <Loaded key={clientId} clientId={clientId} />;
}

/** The name of the tab that is shown; `undefined` for the first one. */
function useTabName(): string | undefined {
  const options = { shouldThrow: false } as const;
  const isActivity = useMatch({ from: '/clients/$clientId/activity', ...options });
  const isHistory = useMatch({ from: '/clients/$clientId/history', ...options });
  if (isActivity) return text('activity');
  return isHistory && text('history');
}

function Loaded({ clientId }: { clientId: string }) {
  const query = useQuery(clientQuery(clientId));
  const tab = useTabName();
  const [rotated, setRotated] = useState<ClientWithSecret>();
  const above = <BackLink to="/clients">{text('clients')}</BackLink>;
  const client = query.data;
  const name = client?.name ?? text('client');
  if (rotated) {
    return (
      <Page
        key="secret"
        title={text('newSecretOf', { name: rotated.client.name })}
        windowTitle={text('newSecret')}
        above={above}
      >
        <SecretPanel created={rotated} onDone={() => setRotated(undefined)} />
      </Page>
    );
  }
  return (
    <Page
      title={name}
      windowTitle={tab ? `${name}: ${tab}` : name}
      description={client && <Identity client={client} />}
      above={above}
      actions={client && <ClientActions client={client} onRotated={setRotated} />}
    >
      <QueryView query={query} lines={9}>
        {(loaded) => (
          <>
            <ClientTabs client={loaded} />
            <StatusNotice client={loaded} />
            <Outlet />
          </>
        )}
      </QueryView>
    </Page>
  );
}

function Identity({ client }: { client: Client }) {
  const { owner } = client.registration;
  return (
    <>
      {owner && <span className="client-owner">{owner}</span>}
      <span className="client-id">
        {text('clientId')} <code translate="no">{client.id}</code>
        <CopyButton isIcon variant="ghost" text={client.id} label={text('copyClientId')} />
        {!client.publishable_key && (
          <Link to="/webhooks" search={{ client: client.id }}>
            {text('itsWebhooks')}
          </Link>
        )}
      </span>
    </>
  );
}
