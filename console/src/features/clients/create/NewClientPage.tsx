import credentials from 'messages:credentials';
import navigation from 'messages:navigation';
import text from 'messages:newClient';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { accessLevelsQuery } from '@/api/queries';
import type { Client, ClientWithSecret } from '@/api/types';
import { BackLink } from '@/components/BackLink';
import { Notice } from '@/components/Notice';
import { Page } from '@/components/Page';
import { QueryView } from '@/components/QueryView';
import { useCanWrite } from '@/session/session';
import { EmbedLink, KeySection } from '../KeySection';
import { SecretPanel } from '../SecretPanel';
import { NewClientForm } from './NewClientForm';
import '../clients.css';

const above = () => <BackLink to="/clients">{navigation('clients')}</BackLink>;

export function NewClientPage() {
  const query = useQuery(accessLevelsQuery);
  const canWrite = useCanWrite();
  const navigate = useNavigate();
  const [created, setCreated] = useState<ClientWithSecret>();
  if (created?.client.publishable_key) {
    return <CreatedKey client={created.client} />;
  }
  if (created) {
    return (
      <Page
        key="secret"
        title={text('isReady', { name: created.client.name })}
        windowTitle={text('clientCreated')}
        description={text('giveCredentials')}
        above={above()}
      >
        <SecretPanel
          created={created}
          onDone={() => void navigate({ to: '/clients/$clientId', params: { clientId: created.client.id } })}
        />
      </Page>
    );
  }
  return (
    <Page title={text('newClient')} description={text('description')} above={above()}>
      {canWrite ? (
        <QueryView query={query} lines={9}>
          {(levels) => <NewClientForm levels={levels} onCreated={setCreated} />}
        </QueryView>
      ) : (
        <Notice tone="info" title={text('auditorsCannotCreate')}>
          <p>{text('askAdministrator')}</p>
        </Notice>
      )}
    </Page>
  );
}

function CreatedKey({ client }: { client: Client }) {
  useEffect(() => void scrollTo(0, 0), []);
  return (
    <Page
      key="key"
      title={text('isReady', { name: client.name })}
      windowTitle={text('clientCreated')}
      description={text('copyKeyAgain')}
      above={above()}
    >
      <KeySection client={client} isNew />
      <div className="actions">
        <EmbedLink client={client} look="primary button-normal" />
        <Link
          to="/clients/$clientId"
          params={{ clientId: client.id }}
          className="button button-secondary button-normal"
        >
          {credentials('continueTo', { name: client.name })}
        </Link>
      </div>
    </Page>
  );
}
