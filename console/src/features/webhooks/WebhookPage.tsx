import navigation from 'messages:navigation';
import shared from 'messages:shared';
import text from 'messages:webhooks';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { webhookQuery } from '@/api/queries';
import type { Webhook, WebhookWithSecret } from '@/api/types';
import { notify } from '@/components/announcements';
import { BackLink } from '@/components/BackLink';
import { Button } from '@/components/Button';
import { Dialog } from '@/components/Dialog';
import { Fact } from '@/components/Fact';
import { formatList, formatNumber } from '@/components/format';
import { Page } from '@/components/Page';
import { QueryView } from '@/components/QueryView';
import { Section } from '@/components/Section';
import { When } from '@/components/When';
import { useCanWrite } from '@/session/session';
import { Attempts } from './Attempts';
import { describeTypes } from './events';
import { usePublicProjects } from './ProjectChoice';
import { StateNotice } from './StateNotice';
import { nameOf } from './state';
import { WebhookActions } from './WebhookActions';
import { WebhookBadge } from './WebhookBadge';
import { WebhookForm } from './WebhookForm';
import { WebhookSecret } from './WebhookSecret';
import './webhooks.css';

const route = getRouteApi('/webhooks/$webhookId');
const POLL_MS = 3_000;
/** Requests extend the session, so a page that nobody uses must not send them indefinitely. */
const MAX_POLLING_MS = 600_000;

export function WebhookPage() {
  const { webhookId } = route.useParams();
  return <Loaded key={webhookId} webhookId={webhookId} />;
}

function Loaded({ webhookId }: { webhookId: string }) {
  const refreshedAt = useRef(Date.now());
  const refetchInterval = () => Date.now() - refreshedAt.current < MAX_POLLING_MS && POLL_MS;
  const query = useQuery({ ...webhookQuery(webhookId), refetchInterval });
  const [rotated, setRotated] = useState<WebhookWithSecret>();
  const webhook = query.data;
  const above = <BackLink to="/webhooks">{navigation('webhooks')}</BackLink>;
  if (rotated) {
    return (
      <Page
        key="secret"
        title={text('newSecretOfWebhook')}
        windowTitle={text('newSecret')}
        description={text('newSecretDescription')}
        above={above}
      >
        <WebhookSecret secret={rotated.secret} onDone={() => setRotated(undefined)} />
      </Page>
    );
  }
  return (
    <Page
      title={webhook ? nameOf(webhook) : text('webhook')}
      windowTitle={text('webhook')}
      description={
        <Link to="/audit" search={{ subject_id: webhookId }}>
          {text('history')}
        </Link>
      }
      above={above}
      actions={webhook && <WebhookActions webhook={webhook} onRotated={setRotated} />}
    >
      <QueryView query={query} lines={9}>
        {(loaded) => (
          <>
            <StateNotice webhook={loaded} />
            <Details webhook={loaded} />
            <Attempts
              webhook={loaded}
              refetchInterval={refetchInterval}
              onRefresh={() => {
                refreshedAt.current = Date.now();
                void query.refetch();
              }}
            />
          </>
        )}
      </QueryView>
    </Page>
  );
}

function Details({ webhook }: { webhook: Webhook }) {
  const [isEditing, setIsEditing] = useState(false);
  const canWrite = useCanWrite();
  const projects = usePublicProjects();
  const titleOf = (id: string) => projects.find((project) => project.id === id)?.title ?? id;
  const close = () => setIsEditing(false);
  return (
    <Section
      title={text('webhook')}
      actions={
        canWrite && (
          <Button size="small" onPress={() => setIsEditing(true)}>
            {shared('editEllipsis')}
          </Button>
        )
      }
    >
      <dl className="facts">
        <Fact label={text('stateLabel')}>
          <WebhookBadge webhook={webhook} />
        </Fact>
        <Fact label={text('client')}>
          <Link to="/clients/$clientId" params={{ clientId: webhook.client_id }}>
            {webhook.client_name ?? webhook.client_id}
          </Link>
        </Fact>
        <Fact label={text('waitingEvents')}>{formatNumber(webhook.waiting)}</Fact>
        <Fact label={text('lastSuccess')}>
          <When at={webhook.last_success_at} isRelative />
        </Fact>
        <Fact label={text('createdLabel')}>
          <When at={webhook.created_at} />
        </Fact>
      </dl>
      <dl className="facts webhook-filters">
        <Fact label={text('url')}>
          <code translate="no">{webhook.url}</code>
        </Fact>
        <Fact label={text('events')}>{describeTypes(webhook.events)}</Fact>
        <Fact label={text('projects')}>
          {webhook.projects ? formatList(webhook.projects.map(titleOf)) : text('all')}
        </Fact>
      </dl>
      <Dialog
        title={text('editWebhook')}
        isOpen={isEditing}
        onClose={close}
        size="wide"
        isDismissable={false}
      >
        <WebhookForm
          webhook={webhook}
          action={shared('save')}
          cancel={<Button onPress={close}>{shared('cancel')}</Button>}
          onSaved={() => {
            notify(text('webhookIsSaved'));
            close();
          }}
        />
      </Dialog>
    </Section>
  );
}
