import navigation from 'messages:navigation';
import text from 'messages:webhooks';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { WebhookWithSecret } from '@/api/types';
import { BackLink } from '@/components/BackLink';
import { Notice } from '@/components/Notice';
import { Page } from '@/components/Page';
import { Section } from '@/components/Section';
import { useCanWrite } from '@/session/session';
import { WebhookForm } from './WebhookForm';
import { WebhookSecret } from './WebhookSecret';

const route = getRouteApi('/webhooks/new');

export function NewWebhookPage() {
  const { client } = route.useSearch();
  const navigate = route.useNavigate();
  const canWrite = useCanWrite();
  const [created, setCreated] = useState<WebhookWithSecret>();
  const above = <BackLink to="/webhooks">{navigation('webhooks')}</BackLink>;
  if (created) {
    const params = { webhookId: created.webhook.webhook_id };
    const onDone = () => void navigate({ to: '/webhooks/$webhookId', params });
    return (
      <Page
        key="secret"
        title={text('webhookIsReady')}
        windowTitle={text('webhookCreated')}
        description={text('giveSecret')}
        above={above}
      >
        <WebhookSecret secret={created.secret} onDone={onDone} />
      </Page>
    );
  }
  return (
    <Page title={text('newWebhook')} description={text('newDescription')} above={above}>
      {canWrite ? (
        <Section title={text('whoQuestion')}>
          <WebhookForm clientId={client} action={text('createWebhook')} onSaved={setCreated} />
        </Section>
      ) : (
        <Notice tone="info" title={text('auditorsCannotCreate')}>
          <p>{text('askAdministrator')}</p>
        </Notice>
      )}
    </Page>
  );
}
