import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { accessLevelsQuery } from '@/api/queries';
import type { Client, ClientWithSecret } from '@/api/types';
import { Icon } from '@/components/Icon';
import { Notice } from '@/components/Notice';
import { Page } from '@/components/Page';
import { QueryView } from '@/components/QueryView';
import { useCanWrite } from '@/session/session';
import { EmbedLink, KeySection } from '../KeySection';
import { SecretPanel } from '../SecretPanel';
import { NewClientForm } from './NewClientForm';
import '../clients.css';

export function NewClientPage() {
  const query = useQuery(accessLevelsQuery);
  const canWrite = useCanWrite();
  const navigate = useNavigate();
  const [created, setCreated] = useState<ClientWithSecret>();
  const above = (
    <Link to="/clients" className="above">
      <Icon name="previous" />
      Clients
    </Link>
  );
  if (created?.client.publishable_key) {
    return <CreatedKey client={created.client} above={above} />;
  }
  if (created) {
    return (
      <Page
        key="secret"
        title={`${created.client.name} is ready`}
        windowTitle="Client created"
        description="Give these credentials to the people who run the program, over a channel that you trust."
        above={above}
      >
        <SecretPanel
          created={created}
          onDone={() => void navigate({ to: '/clients/$clientId', params: { clientId: created.client.id } })}
        />
      </Page>
    );
  }
  return (
    <Page
      title="New client"
      description="Four questions decide who may read what, and for how long."
      above={above}
    >
      {canWrite ? (
        <QueryView query={query} lines={9}>
          {(levels) => <NewClientForm levels={levels} onCreated={setCreated} />}
        </QueryView>
      ) : (
        <Notice tone="info" title="Auditors cannot create clients">
          <p>Ask an administrator.</p>
        </Notice>
      )}
    </Page>
  );
}

function CreatedKey({ client, above }: { client: Client; above: ReactNode }) {
  return (
    <Page
      key="key"
      title={`${client.name} is ready`}
      windowTitle="Client created"
      description="You can copy the key again at any time, on the page of the client."
      above={above}
    >
      <KeySection client={client} isNew />
      <div className="actions">
        <EmbedLink client={client} look="primary button-normal" />
        <Link
          to="/clients/$clientId"
          params={{ clientId: client.id }}
          className="button button-secondary button-normal"
        >
          Continue to {client.name}
        </Link>
      </div>
    </Page>
  );
}
