import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { clientQuery } from '@/api/queries';
import type { Client, ClientWithSecret } from '@/api/types';
import { Icon } from '@/components/Icon';
import { Page } from '@/components/Page';
import { QueryView } from '@/components/QueryView';
import { KeySection } from '../KeySection';
import { SecretPanel } from '../SecretPanel';
import { AccessSection } from './AccessSection';
import { ClientActions } from './ClientActions';
import { ClientUsage } from './ClientUsage';
import { RecentRequests } from './RecentRequests';
import { StatusNotice } from './StatusNotice';
import { Summary } from './Summary';
import './client.css';

const route = getRouteApi('/clients/$clientId');

export function ClientPage() {
  const { clientId } = route.useParams();
  return <Loaded key={clientId} clientId={clientId} />;
}

function Loaded({ clientId }: { clientId: string }) {
  const query = useQuery(clientQuery(clientId));
  const [rotated, setRotated] = useState<ClientWithSecret>();
  const above = (
    <Link to="/clients" className="above">
      <Icon name="previous" />
      Clients
    </Link>
  );
  const client = query.data;
  if (rotated) {
    return (
      <Page
        key="secret"
        title={`New secret of ${rotated.client.name}`}
        windowTitle="New secret"
        above={above}
      >
        <SecretPanel created={rotated} onDone={() => setRotated(undefined)} />
      </Page>
    );
  }
  return (
    <Page
      title={client?.name ?? 'Client'}
      description={client && <Identity client={client} />}
      above={above}
      actions={client && <ClientActions client={client} onRotated={setRotated} />}
    >
      <QueryView query={query} lines={9}>
        {(loaded) => <Content client={loaded} />}
      </QueryView>
    </Page>
  );
}

function Identity({ client }: { client: Client }) {
  return (
    <>
      Client ID <code translate="no">{client.id}</code>
    </>
  );
}

function Content({ client }: { client: Client }) {
  return (
    <>
      <StatusNotice client={client} />
      {client.publishable_key && <KeySection client={client} />}
      <AccessSection client={client} />
      <ClientUsage client={client} />
      <Summary client={client} />
      <RecentRequests client={client} />
    </>
  );
}
