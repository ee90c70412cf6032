import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { accessLevelsQuery } from '@/api/queries';
import type { ClientWithSecret } from '@/api/types';
import { Icon } from '@/components/Icon';
import { Notice } from '@/components/Notice';
import { Page } from '@/components/Page';
import { QueryView } from '@/components/QueryView';
import { useCanWrite } from '@/session/session';
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
      description="Three questions decide what the program may read, and for how long."
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
